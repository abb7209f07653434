//! Words looked for within a header or a cell, in all languages at once.

/// Parts of a header that mark the period compared with, in all languages, folded.
pub(in super::super) const PREVIOUS: [&str; 39] = [
    "previous", "last year", "year ago", "prior", "vorherig", "vorig", "vorjahr", "letzten jahr", "letztes jahr",
    "précédent", "l'année dernière", "anterior", "año pasado", "ano passado", "precedent", "anno scorso", "vorige",
    "voorgaande", "vorig jaar", "poprzedn", "föregående", "förra året", "forrige", "foregående", "sidste år", "edellise",
    "viime vuo", "předchoz", "minulý rok", "önceki", "geçen yıl", "前の", "前年", "이전", "작년", "上一", "去年",
    "предыдущ", "прошлого года",
];

/// Parts of a header that mark the difference of two periods, in all languages, folded.
pub(in super::super) const DIFFERENCE: [&str; 17] = [
    "difference", "differenz", "unterschied", "différence", "diferencia", "differenza", "diferença", "verschil",
    "różnica", "skillnad", "forskel", "forskjell", "rozdíl", "fark", "差", "차이", "разница",
];

/// Words for the desktop, the mobile and the tablet, in all languages, folded.
pub(in super::super) const DEVICES: [(&str, &[&str]); 3] = [
    (
        "desktop",
        &[
            "desktop", "computer", "ordinateur", "ordinateurs", "ordenador", "ordenadores", "equipo", "computador",
            "computadores", "komputer", "dator", "datamaskin", "tietokone", "počítač", "počítače", "bilgisayar",
            "masaüstü", "パソコン", "pc", "デスクトップ", "데스크톱", "컴퓨터", "桌面设备", "桌面", "桌面设备端",
            "电脑", "電腦", "компьютер", "компьютеры", "пк",
        ],
    ),
    (
        "mobile",
        &[
            "mobile", "mobil", "móvil", "móviles", "celular", "dispositivos móveis", "dispositivo móvel", "mobiel",
            "mobiele apparaten", "cellulare", "dispositivi mobili", "telefon", "urządzenie mobilne", "komórka",
            "mobiili", "mobilní zařízení", "モバイル", "모바일", "휴대기기", "移动设备", "移动", "手机", "行動裝置",
            "мобильные устройства", "мобильный", "смартфон", "cep telefonu",
        ],
    ),
    (
        "tablet",
        &[
            "tablet", "tablets", "tablette", "tableta", "tabletas", "tabletti", "surfplatta", "nettbrett", "タブレット",
            "태블릿", "平板电脑", "平板", "平板電腦", "планшет", "планшеты",
        ],
    ),
];

/// Words for the kinds of search, in all languages, folded.
pub(in super::super) const SEARCH_TYPES: [(&str, &[&str]); 6] = [
    ("web", &["web", "internet", "sieć", "www", "ウェブ", "웹", "网络", "網路", "网页", "веб", "интернет", "verkko", "nett"]),
    (
        "image",
        &[
            "image", "images", "bild", "bilder", "imagen", "imágenes", "immagine", "immagini", "imagem", "imagens",
            "afbeelding", "afbeeldingen", "grafika", "画像", "이미지", "图片", "圖片", "изображение", "изображения",
            "картинки", "görsel", "obrázky", "kuva",
        ],
    ),
    ("video", &["video", "videos", "vidéo", "vídeo", "vídeos", "wideo", "動画", "동영상", "视频", "影片", "видео"]),
    ("news", &["news", "noticias", "notícias", "actualités", "nieuws", "nachrichten", "ニュース", "뉴스", "新闻", "новости"]),
    ("discover", &["discover", "рекомендации"]),
    ("googleNews", &["googlenews", "google news", "google_news", "google actualités", "google ニュース"]),
];
