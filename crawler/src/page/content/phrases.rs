//! Phrases around articles, in the languages with most pages.

/// Starts of headings after which nothing belongs to the article.
const ENDINGS: &[&str] = &[
    "related", "you may also like", "you might also like", "you may like", "you might like", "more from", "more on", "more in ",
    "more stories", "read more", "read next", "up next", "recommended", "recommendations", "also read", "also on", "see also",
    "don't miss", "popular", "most read", "most popular", "trending", "latest news", "latest stories", "top stories",
    "comments", "leave a comment", "leave a reply", "post a comment", "add a comment", "join the conversation",
    "join the discussion", "share this", "share your thoughts", "tell us what you think", "about the author", "sponsored", "from around the web",
    "around the web", "promoted", "want more stories", "further reading", "next article", "previous article", "filed under", "tags", "tagged", "etiquetas", "schlagw", "mots-cl", "теги", "метки",
    "ähnliche", "das könnte", "mehr zum thema", "kommentare", "lesen sie auch", "weitere artikel", "auch interessant",
    "artículos relacionados", "relacionad", "te puede interesar", "también te puede", "comentarios", "deja un", "más noticias",
    "você pode gostar", "você também pode", "leia também", "leia mais", "veja também", "comentários", "deixe um", "artigos relacionados",
    "articles similaires", "à lire aussi", "lire aussi", "sur le même sujet", "commentaires", "laisser un commentaire", "vous aimerez",
    "articoli correlati", "leggi anche", "potrebbe interessarti", "commenti", "lascia un commento",
    "lees ook", "gerelateerd", "reacties", "meer over", "powiązane", "czytaj także", "czytaj też", "komentarze", "zobacz także",
    "похожие", "читайте также", "комментарии", "добавить отзыв", "добавить комментарий", "популярн", "самые популярные", "по теме", "смотрите также",
    "baca juga", "artikel terkait", "komentar", "ilgili haberler", "yorumlar", "benzer", "関連", "関連記事", "コメント", "あわせて読みたい",
    "相关", "相關", "推荐阅读", "评论", "관련기사", "관련 기사", "댓글", "اقرأ أيضا", "مقالات ذات صلة",
];

/// Starts of short paragraphs that ask the reader to do something.
const CALLS: &[&str] = &[
    "sign up", "subscribe", "follow us", "follow @", "follow our", "follow the", "like us on", "join us on", "get the latest", "get our", "download our",
    "click here to", "like this story", "share this", "want more", "read more", "read also", "also read", "advertisement",
    "have a tip", "send tips", "contact us", "email us", "chat with us", "view comments", "show comments", "see also:",
    "related:", "read:", "more:", "watch:", "listen:", "photos:", "don't miss", "this article originally appeared", "this story originally",
    "start your day", "get access to", "reach the reporter", "reach him", "reach her", "you can follow", "note: we are",
    "reporting by", "(reporting by", "editing by", "jetzt abonnieren", "suscríbete", "síguenos", "inscreva-se", "siga ", "siga-nos", "assine", "abonnez-vous",
    "suivez", "iscriviti", "seguici", "подпис", "подробнее", "lesen sie auch", "leia também", "lire aussi", "leggi anche", "читайте также", "baca juga",
];

/// Whole blocks that are labels of advertisements and controls.
const LABELS: &[&str] = &[
    "ad", "ads", "advert", "adverts", "advertisement", "advertisements", "advertising", "sponsored", "anzeige", "werbung", "publicidad",
    "publicidade", "publicité", "pubblicità", "реклама", "iklan", "reklama", "reklam", "advertentie", "広告", "广告", "광고",
    "share", "tweet", "pin", "email", "print", "comments", "comment", "read more", "continue reading", "loading", "loading...",
    "story continues below advertisement", "article continues below", "close", "save", "facebook", "twitter", "pinterest", "whatsapp", "linkedin", "reddit",
];

/// Returns whether a heading starts something after the article.
pub(super) fn ends_article(heading: &str) -> bool {
    starts_with_any(heading, ENDINGS)
}

/// Returns whether a paragraph asks the reader to do something.
pub(super) fn is_call(text: &str) -> bool {
    starts_with_any(text, CALLS)
}

/// Returns whether a block is the label of an advertisement or control.
pub(super) fn is_label(text: &str) -> bool {
    text.len() <= 40 && LABELS.contains(&lower(text).trim_matches(|c: char| !c.is_alphanumeric()))
}

fn starts_with_any(text: &str, phrases: &[&str]) -> bool {
    let start = lower(text);
    phrases.iter().any(|phrase| start.starts_with(phrase))
}

/// Returns the start of a text in lower case, with plain apostrophes.
fn lower(text: &str) -> String {
    let start = text.trim_start_matches(|character: char| !character.is_alphanumeric() && character != '(');
    start.chars().take(48).flat_map(char::to_lowercase).map(|c| if c == '’' { '\'' } else { c }).collect()
}
