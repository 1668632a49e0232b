/** The texts of the widgets' page. */

export const whatToShow = "What to show";
export const element = "Element";
export const noToolsFound = "No tools found.";
export const elementLabels = { "tool-card": "Tool card", "review-feed": "Review feed" } as const;
export const themeLabels = { auto: "Same as the page", light: "Light", dark: "Dark" } as const;
export const colourLabels = { accent: "Button", bg: "Background", fg: "Text" } as const;
export const numberOfReviews = "Number of reviews";
export const theme = "Theme";
export const language = "Language";
export const sameAsPage = "Same as the page";
export const nameOfYourSite = "Name of your site";
export const partnerHint =
	"Lowercase letters, digits and hyphens. Orders from your site are tagged with it.";
export const columnWidthPixels = "Column width (pixels)";
export const colours = "Colors";
export const onLightPage = "On a light page";
export const onDarkPage = "On a dark page";
export const inNarrowColumn = "In a narrow column";
export const preview = "Preview";
export const pasteIntoThePage = "Paste into the page";
export const elementHint =
	"Best where you can edit HTML: static sites, Ghost, React, the WordPress HTML block.";
export const noElements = "If your editor removes custom elements";
export const linksHint = "Add the script once for the whole site, then use these links anywhere.";
export const withoutOurScript = "Without our script";
export const withoutScriptHint =
	"WordPress and others turn a URL on its own line into a card. Elsewhere, use the iframe.";
export const feedsHint = "For newsletters and feeds.";
export const stylesheet = "Stylesheet";
export const stylesheetHint =
	"Reserves space so nothing shifts when the card loads, and sets your colors.";
export const contentSecurityPolicy = "Content Security Policy";
export const policyHint = "Only for sites that send one: add these sources to yours.";
export const code = "Code";
export const copy = "Copy";
export const linkToConfiguration = "Link to this configuration";
export const searchFailed = "Search failed. Please try again.";
export const copied = "Copied";
export const copyManually = "Please copy it manually";
export const widgets = "Widgets";
export const introduction =
	"Put a tool or our newest reviews on your own page. Choose, preview, copy one snippet. It is 4 KB, sets no cookies and causes no layout shift.";
/** Without a plural, whose rules the script would have to load. */
export const foundCount = (count: number) => `Tools found: ${count}`;
export const widgetsDescription =
	"Show one of our tools or our newest reviews on your own page: choose, preview, copy one snippet.";
