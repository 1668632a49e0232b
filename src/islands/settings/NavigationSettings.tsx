import {
	type Navigation,
	type NavigationLink,
	navigationFields,
} from "../../shop/settings/navigation.ts";
import { SettingForm, type StoredSetting } from "./SettingForm.tsx";

interface Props extends StoredSetting {
	navigation: Navigation;
	/** Where links can lead, with what they are called by default. */
	targets: readonly NavigationLink[];
}

/** The links of the menu and more for the footer. */
export function NavigationSettings({ navigation, targets, ...stored }: Props) {
	const path = targets.map(({ path: value, label }) => ({ value, label }));
	return <SettingForm {...stored} fields={navigationFields} form={navigation} choices={{ path }} />;
}
