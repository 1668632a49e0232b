/** The texts of the settings of the dashboard. */

export const title = "Settings";
export const settingNames = { shipping: "Shipping", holiday: "Holiday" } as const;
export const intro = "What you set here counts instead of shop.config.ts, at once.";

export const dayMissing = "Please choose a day.";
export const noticeMissing = "Please write what visitors should read.";
export const noticeTooLong = "At most 200 characters.";
export const endsBeforeItBegins = "The last day must not be before the first.";
export const moreDaysMissing = "Please write a whole number from 1 to 60.";
export const closedUntil = (day: string) =>
	`We take no orders until ${day}. Your cart is kept for you.`;
