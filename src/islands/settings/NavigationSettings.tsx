import { type SubmitEvent, useState } from "react";
import { navigationTexts as texts } from "../../messages.settings.ts";
import type { Navigation, NavigationLink } from "../../shop/settings/navigation.ts";
import { useHydrated } from "../ui/useHydrated.ts";
import { LinkList, type LinkRow } from "./LinkList.tsx";
import { SaveSetting } from "./SaveSetting.tsx";
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
	const submit = (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		void save({ menu: linksOf(menu), footer: linksOf(footer) });
	};
	const errorIn = (list: string) => (path: string) => errors[path ? `${list}.${path}` : list];
	const common = { targets, disabled: !hydrated || sending };
	return (
		<form noValidate method="post" className="grid max-w-2xl gap-8" onSubmit={submit}>
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
			<SaveSetting
				sending={sending}
				errors={errors}
				onReset={isStored ? () => save(null) : undefined}
			/>
		</form>
	);
}
