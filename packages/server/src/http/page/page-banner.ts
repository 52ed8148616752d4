/** A bar above every view of the page, there from the first paint on. */
export interface PageBanner {
  /** Attribute of the page's root element, by which the page's own program knows of the bar. */
  readonly attribute: string;
  /** HTML of the bar until the page's program draws it. */
  readonly html: string;
  /** Module of the page that draws it, as the build's manifest names it. */
  readonly module: string;
}
