/** The URLs of scripts that are files of their own. In a build local/script-files-plugin.ts replaces this module. */
export const publicPageUrl = "/src/components/public-page.ts";
export const jobPageUrl = "/src/components/job-page.ts";
export const toolsPageUrl = "/src/components/tools-page.ts";
export const widgetsPageUrl = "/src/components/widgets-page.ts";
export const fitMarksUrl = "/src/components/fit/fit-marks.ts";
export const configuratorSearchUrl = "/src/components/widgets/configurator-search.ts";
export const menuCategoriesUrl = "/src/components/menu-categories.ts";
export const kitToCartUrl = "/src/components/fit/kit-to-cart.ts";
export const prerenderedUrl = "/src/components/prerendered.ts";
export const signOutUrl = "/src/components/sign-out.ts";
export const heroSearchUrl = "/src/components/hero-search.ts";
export const unpaidNoticeUrl = "/src/components/unpaid-notice.ts";
export const searchBoxUrl = "/src/components/search-box.ts";
