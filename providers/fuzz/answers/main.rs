//! Answers of language models, and what is computed from them.
#![no_main]

use libfuzzer_sys::fuzz_target;
use providers::{
    Provider, ai_mode,
    answers::{cited_pages, mentions},
    models::parse_answer,
};

fuzz_target!(|body: &[u8]| {
    for provider in [Provider::OpenAi, Provider::Anthropic, Provider::Gemini, Provider::Perplexity] {
        let Ok(answer) = parse_answer(provider, body) else { continue };
        let length = answer.text.chars().count();
        for (start, end) in answer.citations.iter().filter_map(|citation| citation.span) {
            assert!(start <= end && end <= length);
        }
        let _ = cited_pages(&answer);
        let _ = mentions(&answer.text, &["a".to_owned(), "the".to_owned()]);
    }
    for provider in [Provider::DataForSeo, Provider::SerpApi] {
        let Ok(answer) = ai_mode::parse(provider, body) else { continue };
        assert!(cited_pages(&answer).len() <= answer.citations.len());
    }
});
