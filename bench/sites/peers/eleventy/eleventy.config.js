// The same pages for Eleventy: Markdown in a frame of Nunjucks.
module.exports = (config) => {
  config.setTemplateFormats(['md', 'njk']);
  return { dir: { input: 'content', includes: '../_includes', output: '_site' }, markdownTemplateEngine: false, htmlTemplateEngine: 'njk' };
};
