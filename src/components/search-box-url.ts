/** The URL of the suggestions' script. local/suggestions-script-plugin.ts replaces this module. */
export const searchBoxUrl = "/src/components/search-box.ts";
