export const KEYWORD_ENGINE = 'keyword';
export const KEYWORD_ACTION = 'analyse';
