//! Every language of Search Console, in the tables, the filters and the devices.

use workers::collect::import::FileKind;

use crate::support::{previewed, searches, zipped};

/// Language, its five headers of the query table, and its words for mobile.
const QUERIES: [(&str, &str, &str); 18] = [
    ("en", "Top queries,Clicks,Impressions,CTR,Position", "Mobile"),
    ("de", "Häufigste Suchanfragen,Klicks,Impressionen,CTR,Position", "Mobil"),
    ("fr", "Requêtes les plus fréquentes,Clics,Impressions,CTR,Position", "Mobile"),
    ("es", "Consultas principales,Clics,Impresiones,CTR,Posición", "Móvil"),
    ("it", "Query più frequenti,Clic,Impressioni,CTR,Posizione", "Mobile"),
    ("pt", "Principais consultas,Cliques,Impressões,CTR,Posição", "Celular"),
    ("nl", "Populairste zoekopdrachten,Klikken,Vertoningen,CTR,Positie", "Mobiel"),
    ("pl", "Najpopularniejsze zapytania,Kliknięcia,Wyświetlenia,CTR,Pozycja", "Urządzenie mobilne"),
    ("sv", "Vanligaste sökfrågorna,Klick,Visningar,CTR,Position", "Mobil"),
    ("da", "Mest populære forespørgsler,Klik,Eksponeringer,CTR,Placering", "Mobil"),
    ("no", "Vanligste søk,Klikk,Visninger,CTR,Posisjon", "Mobil"),
    ("fi", "Suosituimmat kyselyt,Klikkaukset,Näyttökerrat,CTR,Sijainti", "Mobiili"),
    ("cs", "Nejčastější dotazy,Kliknutí,Zobrazení,CTR,Pozice", "Mobil"),
    ("tr", "En çok yapılan sorgular,Tıklamalar,Gösterimler,TO,Konum", "Mobil"),
    ("ja", "上位のクエリ,クリック数,表示回数,CTR,掲載順位", "モバイル"),
    ("ko", "인기 검색어,클릭수,노출,CTR,게재 순위", "모바일"),
    ("zh", "热门查询,点击次数,展示,点击率,排名", "移动设备"),
    ("ru", "Популярные запросы,Клики,Показы,CTR,Позиция", "Мобильные устройства"),
];

#[test]
fn every_language_gives_the_same_rows() {
    for (language, header, _) in QUERIES {
        let text = format!("{header}\nplumber,12,340,\"3,53 %\",\"8,1\"\n");
        let preview = previewed(text.as_bytes(), "x.csv").unwrap();
        assert_eq!(preview.files[0].locale.as_deref(), Some(language), "{header}");
        assert_eq!(preview.files[0].kind, FileKind::GscQueries, "{header}");
        let (rows, _) = searches(text.as_bytes(), "x.csv").unwrap();
        assert_eq!((rows[0].clicks, rows[0].impressions, rows[0].position), (12, 340, Some(8.1)), "{language}");
    }
}

#[test]
fn headers_are_matched_in_any_case_and_normal_form() {
    let text = "\u{FEFF} REQUE\u{302}TES LES PLUS FRE\u{301}QUENTES ;CLICS; Impressions\nplombier;1;2\n";
    let (rows, _) = searches(text.as_bytes(), "x.csv").unwrap();
    assert_eq!(rows[0].query.as_deref(), Some("plombier"));
}

#[test]
fn devices_are_one_word_in_every_language() {
    for (language, header, mobile) in QUERIES {
        let figures = header.split_once(',').unwrap().1;
        let device = DEVICE.iter().find(|(code, _)| *code == language).unwrap().1;
        let text = format!("{device},{figures}\n{mobile},1,2,50%,1\n");
        let (rows, _) = searches(text.as_bytes(), "x.csv").unwrap();
        assert_eq!(rows[0].device.as_deref(), Some("mobile"), "{language}");
    }
}

const DEVICE: [(&str, &str); 18] = [
    ("en", "Device"),
    ("de", "Gerät"),
    ("fr", "Appareil"),
    ("es", "Dispositivo"),
    ("it", "Dispositivo"),
    ("pt", "Dispositivo"),
    ("nl", "Apparaat"),
    ("pl", "Urządzenie"),
    ("sv", "Enhet"),
    ("da", "Enhed"),
    ("no", "Enhet"),
    ("fi", "Laite"),
    ("cs", "Zařízení"),
    ("tr", "Cihaz"),
    ("ja", "デバイス"),
    ("ko", "기기"),
    ("zh", "设备"),
    ("ru", "Устройство"),
];

#[test]
fn a_japanese_archive_is_read_whole() {
    let archive = zipped(&[
        ("クエリ.csv", "上位のクエリ,クリック数,表示回数,CTR,掲載順位\n配管工 東京,3,60,5%,4.2\n".as_bytes()),
        (
            "ページ.csv",
            "上位のページ,クリック数,表示回数,CTR,掲載順位\nhttps://sample.example/a,3,60,5%,4.2\n".as_bytes(),
        ),
        ("グラフ.csv", "日付,クリック数,表示回数,CTR,掲載順位\n2026-10-01,3,60,5%,4.2\n".as_bytes()),
        ("国.csv", "国,クリック数,表示回数,CTR,掲載順位\n日本,3,60,5%,4.2\n".as_bytes()),
        ("検索での見え方.csv", "検索での見え方,クリック数,表示回数,CTR,掲載順位".as_bytes()),
        ("フィルタ.csv", "フィルタ,値\n検索タイプ,ウェブ\n期間,過去 3 か月間\n".as_bytes()),
    ]);
    let preview = previewed(&archive, "export.zip").unwrap();
    let kinds: Vec<_> = preview.files.iter().map(|file| file.kind).collect();
    assert_eq!(
        kinds,
        [
            FileKind::GscFilters,
            FileKind::GscDates,
            FileKind::GscQueries,
            FileKind::GscPages,
            FileKind::GscCountries,
            FileKind::GscAppearance
        ]
    );
    let market = preview.market.unwrap();
    assert_eq!((market.search_type.as_deref(), market.date_range.as_deref()), (Some("web"), Some("過去 3 か月間")));
    assert_eq!(preview.suggested_url.as_deref(), Some("https://sample.example/"));
    let (rows, summary) = searches(&archive, "export.zip").unwrap();
    assert_eq!((rows.len(), summary.rejected), (4, 0));
}

#[test]
fn columns_that_leave_the_decimal_mark_open_are_warned_of() {
    let text = "Query,Clicks,Impressions,Position\na,1,2,3\n";
    assert!(previewed(text.as_bytes(), "x.csv").unwrap().files[0].warnings.is_empty());
    let text = "Keyword,Position,Search Volume,CPC,URL\na,3,10,\"1,234\",https://a.example/\n";
    let preview = previewed(text.as_bytes(), "x.csv").unwrap();
    assert!(preview.files[0].warnings[0].contains("are ambiguous"), "{:?}", preview.files[0].warnings);
    let text = "Query,Clicks,Impressions,Position\na,1,2,\"3,25\"\nb,1,2,3.25\nc,1,2,3.5\n";
    let preview = previewed(text.as_bytes(), "x.csv").unwrap();
    assert!(preview.files[0].warnings[0].contains("two formats"), "{:?}", preview.files[0].warnings);
}
