//! Elements by the rules that apply to them.

/// Rules of the tree that apply to an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Named by no rule, such as `span`.
    Plain,
    /// Opens again if it is not closed in order; so it has to be.
    Formatting,
    Anchor,
    /// Closes a paragraph.
    Block,
    Paragraph,
    Heading,
    Item,
    /// `dd` and `dt`.
    Term,
    Form,
    Button,
    Select,
    Option,
    OptGroup,
    Object,
    Void,
    Rule,
    Area,
    Image,
    Base,
    Link,
    Meta,
    Title,
    TextArea,
    /// Contains text that is not markup.
    Raw,
    Html,
    Head,
    Body,
    Table,
    Caption,
    ColGroup,
    Col,
    Rows,
    Row,
    Cell,
    Svg,
    /// Needs the full parser.
    Unusual,
}

/// Returns the rules for an element of HTML.
pub(super) fn kind(name: &str) -> Kind {
    let mut buffer = [0; 12];
    let Some(lower) = buffer.get_mut(..name.len()) else { return Kind::Plain };
    lower.copy_from_slice(name.as_bytes());
    lower.make_ascii_lowercase();
    match &*lower {
        b"a" => Kind::Anchor,
        b"b" | b"big" | b"code" | b"em" | b"font" | b"i" | b"s" | b"small" | b"strike" | b"strong" | b"tt" | b"u" => {
            Kind::Formatting
        }
        b"address" | b"article" | b"aside" | b"blockquote" | b"center" | b"details" | b"dir" | b"div" | b"dl"
        | b"fieldset" | b"figcaption" | b"figure" | b"footer" | b"header" | b"hgroup" | b"main" | b"menu" | b"nav"
        | b"ol" | b"pre" | b"listing" | b"section" | b"summary" | b"ul" => Kind::Block,
        b"p" => Kind::Paragraph,
        b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6" => Kind::Heading,
        b"li" => Kind::Item,
        b"dd" | b"dt" => Kind::Term,
        b"form" => Kind::Form,
        b"button" => Kind::Button,
        b"select" => Kind::Select,
        b"option" => Kind::Option,
        b"optgroup" => Kind::OptGroup,
        b"object" => Kind::Object,
        b"br" | b"embed" | b"wbr" | b"input" | b"param" | b"source" | b"track" => Kind::Void,
        b"hr" => Kind::Rule,
        b"area" => Kind::Area,
        b"img" => Kind::Image,
        b"base" => Kind::Base,
        b"link" => Kind::Link,
        b"meta" => Kind::Meta,
        b"title" => Kind::Title,
        b"textarea" => Kind::TextArea,
        b"script" | b"style" | b"noscript" | b"iframe" | b"noembed" | b"noframes" => Kind::Raw,
        b"html" => Kind::Html,
        b"head" => Kind::Head,
        b"body" => Kind::Body,
        b"table" => Kind::Table,
        b"caption" => Kind::Caption,
        b"colgroup" => Kind::ColGroup,
        b"col" => Kind::Col,
        b"tbody" | b"thead" | b"tfoot" => Kind::Rows,
        b"tr" => Kind::Row,
        b"td" | b"th" => Kind::Cell,
        b"svg" => Kind::Svg,
        b"applet" | b"basefont" | b"bgsound" | b"frame" | b"frameset" | b"image" | b"isindex" | b"keygen"
        | b"dialog" | b"marquee" | b"math" | b"nobr" | b"plaintext" | b"rb" | b"rp" | b"rt" | b"rtc" | b"search"
        | b"template" | b"xmp" => Kind::Unusual,
        _ => Kind::Plain,
    }
}

impl Kind {
    /// Returns whether the element has no children in a body but text. A `base` element is not common there.
    pub(super) const fn is_leaf(self) -> bool {
        matches!(
            self,
            Self::Void | Self::Area | Self::Image | Self::Link | Self::Meta | Self::Title | Self::TextArea | Self::Raw
        )
    }

    /// Returns whether the standard closes the element by itself in front of others.
    pub(super) const fn is_implied_end(self) -> bool {
        matches!(self, Self::Paragraph | Self::Item | Self::Term | Self::Option | Self::OptGroup)
    }

    /// Returns whether the end of an element around it closes the element for good.
    pub(super) const fn is_closed_by_others(self) -> bool {
        self.is_implied_end() || matches!(self, Self::Plain | Self::Block | Self::Heading)
    }

    /// Returns whether searches for an open paragraph end here.
    pub(super) const fn bounds_paragraphs(self) -> bool {
        matches!(
            self,
            Self::Html
                | Self::Table
                | Self::Caption
                | Self::Cell
                | Self::Object
                | Self::Select
                | Self::Button
                | Self::Svg
        )
    }

    /// Returns whether the search for an open list item ends here: all special elements but `address`, `div` and `p`.
    pub(super) fn bounds_items(self, name: &str) -> bool {
        match self {
            Self::Plain
            | Self::Formatting
            | Self::Anchor
            | Self::Paragraph
            | Self::Option
            | Self::OptGroup
            | Self::Svg => false,
            Self::Block => !name.eq_ignore_ascii_case("address") && !name.eq_ignore_ascii_case("div"),
            _ => true,
        }
    }

    /// Returns whether text must not be directly inside.
    pub(super) const fn is_table_part(self) -> bool {
        matches!(self, Self::Table | Self::ColGroup | Self::Rows | Self::Row)
    }
}
