/** Which legal pages are shown. */

import type { LegalPage } from "../../config/legal-pages.ts";

/**
 * The published legal pages. A build replaces this module by those whose file has a date
 * (local/legal-pages-plugin.ts), so that no other page loads the texts of content/. Tests have none.
 */
export const publishedLegalPages: readonly LegalPage[] = [];

/** Whether drafts have a page too: only in `npm run dev`. */
export const showsDrafts: boolean = false;
