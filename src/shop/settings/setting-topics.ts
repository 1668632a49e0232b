/** The topics of the settings that the dashboard stores. Imports nothing, because the table needs them. */

/** The topics by which an order is taken and priced. */
export const orderTopics = ["shipping", "tax", "holiday"] as const;
export const settingTopics = [...orderTopics, "mails", "navigation", "home"] as const;
export type SettingTopic = (typeof settingTopics)[number];
