/** Data and fonts that the product holds, as `cli/NOTICES.md` states them in full. */
export const NOTICES = [
  {
    name: 'WordNet 3.1',
    about: 'meanings of words. Copyright 2011 by Princeton University. All rights reserved.',
    url: 'https://wordnet.princeton.edu/',
  },
  {
    name: 'wordfreq 3',
    about: 'frequencies of words, by Robyn Speer. Creative Commons Attribution-ShareAlike 4.0.',
    url: 'https://github.com/rspeer/wordfreq',
  },
  {
    name: 'GloVe',
    about: 'vectors of words, by Pennington, Socher and Manning. Public Domain Dedication and License 1.0.',
    url: 'https://nlp.stanford.edu/projects/glove/',
  },
  {
    name: 'GeoNames',
    about: 'places. Creative Commons Attribution 4.0.',
    url: 'https://www.geonames.org/',
  },
  {
    name: 'DejaVu Sans',
    about: 'fonts of PDF reports. Copyright 2003 by Bitstream, Inc. All Rights Reserved.',
    url: 'https://dejavu-fonts.github.io/',
  },
] as const;
