/**
 * Lets a library that writes CSS into a <style> element work under `style-src 'self'`.
 *
 * The policy blocks the text of an inline <style>, but not a constructed style sheet. So text set on a <style> element
 * goes to a sheet in `document.adoptedStyleSheets`, and the element itself stays empty: the policy allows the empty
 * element by the hash of the empty string, sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=.
 *
 * It patches a prototype, so it is imported by one file only, the editor's, which is loaded lazily. It changes nothing for
 * <style> elements that were written by the page itself: those carry no text set through this property.
 */
const sheets = new WeakMap<HTMLStyleElement, CSSStyleSheet>();

function adopt(element: HTMLStyleElement): CSSStyleSheet {
  const known = sheets.get(element);
  if (known) return known;
  const sheet = new CSSStyleSheet();
  sheets.set(element, sheet);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const remove = element.remove.bind(element);
  element.remove = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    sheets.delete(element);
    remove();
  };
  return sheet;
}

/** Installs the patch, once; without constructed sheets (an old browser, jsdom) it leaves everything as it was. */
export function adoptStyles(): void {
  const inherited = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent');
  if (!inherited?.get || Object.hasOwn(HTMLStyleElement.prototype, 'textContent')) return;
  if (!('adoptedStyleSheets' in document) || !('replaceSync' in CSSStyleSheet.prototype)) return;
  const read = inherited.get;
  Object.defineProperty(HTMLStyleElement.prototype, 'textContent', {
    configurable: true,
    get(this: HTMLStyleElement) {
      return read.call(this);
    },
    set(this: HTMLStyleElement, text: string | null) {
      adopt(this).replaceSync(text ?? '');
    },
  });
}
