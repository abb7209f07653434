//! Serves a site of a number of small pages, each with a dozen links: `million PORT PAGES`.

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let (port, pages): (u16, u64) = (args.next().ok_or("PORT")?.parse()?, args.next().ok_or("PAGES")?.parse()?);
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    loop {
        let (stream, _) = listener.accept().await?;
        tokio::spawn(serve(stream, pages));
    }
}

async fn serve(mut stream: TcpStream, pages: u64) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let (mut buffer, mut used) = (vec![0; 16 << 10], 0);
    loop {
        let read = stream.read(&mut buffer[used..]).await?;
        if read == 0 {
            return Ok(());
        }
        used += read;
        while let Some(end) = buffer[..used].windows(4).position(|window| window == b"\r\n\r\n") {
            let target = String::from_utf8_lossy(&buffer[..end]).split(' ').nth(1).unwrap_or("/").to_owned();
            buffer.copy_within(end + 4..used, 0);
            used -= end + 4;
            stream.write_all(&answer(&target, pages)).await?;
        }
    }
}

fn answer(target: &str, pages: u64) -> Vec<u8> {
    let number = if target == "/" { Some(0) } else { target.strip_prefix("/page/").and_then(|n| n.parse::<u64>().ok()) };
    let Some(number) = number.filter(|number| *number < pages) else {
        return b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".to_vec();
    };
    let mut body = format!(
        "<!doctype html><html lang=en><head><title>Page {number}</title><meta name=description content=\"Page {number} of many\">\
         </head><body><nav><a href=/>Home</a></nav><h1>Page {number}</h1><p>Some words about number {number}.</p>"
    );
    // Ten children of a tree, which reaches every page, and two links across it.
    let children = (1..=10).map(|child| number * 10 + child).filter(|child| *child < pages);
    let across = [number.wrapping_mul(2_654_435_761) % pages, (number + 1) % pages];
    for to in children.chain(across) {
        body.push_str(&format!("<a href=/page/{to}>Page {to}</a> "));
    }
    body.push_str("</body></html>");
    format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}
