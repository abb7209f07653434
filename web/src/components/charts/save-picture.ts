/** Style properties that the chart takes from the style sheet and needs outside the page. */
const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
] as const;

/** Returns the drawing as a self-contained text with its styles and the card's colour as background. */
export function svgText(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = [svg, ...svg.querySelectorAll('*')];
  for (const [index, element] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const original = originals[index];
    if (!original) continue;
    const computed = getComputedStyle(original);
    element.removeAttribute('class');
    element.setAttribute('style', STYLES.map((name) => `${name}:${computed.getPropertyValue(name)}`).join(';'));
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.prepend(background(svg));
  return new XMLSerializer().serializeToString(copy);
}

function background(svg: SVGSVGElement): SVGRectElement {
  const rect = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  const card = getComputedStyle(svg).getPropertyValue('--card').trim() || 'white';
  rect.setAttribute('width', '100%');
  rect.setAttribute('height', '100%');
  rect.setAttribute('style', `fill:${card}`);
  return rect;
}

/** Image pixels per pixel of the chart. */
const SHARPNESS = 2;

/** Returns the chart as an image. Rejects if the browser cannot draw it. */
export async function pngOf(svg: SVGSVGElement): Promise<Blob> {
  const { width, height } = svg.getBoundingClientRect();
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(svg))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * SHARPNESS);
  canvas.height = Math.round(height * SHARPNESS);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('Failed to create the image'))), 'image/png'),
  );
}
