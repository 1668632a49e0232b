import { useState } from "react";
import { navigationTexts as texts } from "../../messages/settings.ts";
import type { Navigation, NavigationLink } from "../../shop/settings/navigation.ts";
import { useHydrated } from "../ui/useHydrated.ts";
import { LinkList, type LinkRow } from "./LinkList.tsx";
import { SettingForm } from "./SettingForm.tsx";
import { useSaveSetting } from "./useSaveSetting.ts";

interface Props {
	version: number;
	navigation: Navigation;
	isStored: boolean;
	targets: readonly NavigationLink[];
}

const rowsOf = (links: readonly NavigationLink[]): LinkRow[] =>
	links.map(({ label, path }, key) => ({ label, path, key }));
const linksOf = (rows: readonly LinkRow[]) => rows.map(({ label, path }) => ({ label, path }));

/** The links of the menu and more for the footer. */
export function NavigationSettings({ version, navigation, isStored, targets }: Props) {
	const { errors, sending, save } = useSaveSetting("navigation", version);
	const [menu, setMenu] = useState(() => rowsOf(navigation.menu));
	const [footer, setFooter] = useState(() => rowsOf(navigation.footer));
	const hydrated = useHydrated();
	const errorIn = (list: string) => (path: string) => errors[path ? `${list}.${path}` : list];
	const common = { targets, disabled: !hydrated || sending };
	return (
		<SettingForm
			className="grid max-w-2xl gap-8"
			sending={sending}
			errors={errors}
			onSubmit={() => void save({ menu: linksOf(menu), footer: linksOf(footer) })}
			onReset={isStored ? () => void save(null) : undefined}
		>
			<LinkList
				{...common}
				title={texts.menu}
				hint={texts.menuHint}
				links={menu}
				errorOf={errorIn("menu")}
				onChange={setMenu}
			/>
			<LinkList
				{...common}
				title={texts.footer}
				hint={texts.footerHint}
				links={footer}
				errorOf={errorIn("footer")}
				onChange={setFooter}
			/>
		</SettingForm>
	);
}
