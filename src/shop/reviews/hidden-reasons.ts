/** Why a review is hidden or reported. Imports nothing, because the tables need them. */
export const hiddenReasons = ["spam", "abusive", "off_topic", "personal_data", "other"] as const;
export type HiddenReason = (typeof hiddenReasons)[number];

/** How many reviews there are by reason, such as hidden ones or open reports of one. */
export type CountsByReason = Partial<Record<HiddenReason, number>>;
