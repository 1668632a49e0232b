/** The topics of the settings that the dashboard stores. Imports nothing, because the table needs them. */

export const settingTopics = ["shipping", "holiday", "mails", "navigation"] as const;
export type SettingTopic = (typeof settingTopics)[number];
