import { useEffect, useState } from "react";
import { call } from "../../http/call.ts";
import * as texts from "../../messages/account.ts";
import * as common from "../../messages/common.ts";
import * as messages from "../../messages/messages.ts";
import type { Address } from "../../shop/addresses/address-columns.ts";
import { getProfileEndpoint, updateProfileEndpoint } from "../../shop/users/users.api.ts";
import type { ProfileForm, Profile as ProfileValues } from "../../shop/users/users.ts";
import { startSession } from "../../stores/session.ts";
import { toast } from "../../stores/toasts.ts";
import { Button } from "../ui/Button.tsx";
import { hasDraft } from "../ui/form-draft.ts";
import { lazyDialog } from "../ui/lazyDialog.tsx";

const ProfileDialog = lazyDialog(() => import("./ProfileDialog.tsx"), "ProfileDialog");

interface Props {
	profile: Pick<ProfileValues, "name" | "email" | "phone" | "address">;
	/** The e-mail as people read it: few pages have the bytes for that. */
	shownAs: string;
	/** The address in the fields of the form. */
	address: Address;
}

/** The user's own profile, with a button to update it. */
export function Profile({ profile: initialProfile, shownAs, address: initialAddress }: Props) {
	const [profile, setProfile] = useState(initialProfile);
	const [address, setAddress] = useState(initialAddress);
	const [editing, setEditing] = useState(false);
	// After signing in again while editing, the dialog reopens with the draft.
	useEffect(() => {
		// biome-ignore lint/nursery/useReactCompiler: only the browser has the draft, so it is read after hydration
		if (hasDraft()) setEditing(true);
	}, []);
	const { email, name, phone } = profile;
	const facts = [
		[common.name, name],
		[common.email, shownAs],
		[common.address, profile.address],
		[common.phone, phone],
	] as const;

	const save = async (form: ProfileForm) => {
		const { success } = await call(updateProfileEndpoint, { params: { email }, body: form });
		if (success) toast("success", messages.profileUpdated);
		else toast("error", messages.profileUnchanged);
		setEditing(false);
		if (!success) return;
		setProfile(await refetchProfile(email));
		const { line1 = "", line2 = "", city = "", region = "", postalCode = "" } = form;
		const { country = address.country } = form;
		setAddress({ line1, line2, city, region, postalCode, country });
	};

	return (
		<>
			<dl className="facts">
				{facts.map(([name, value]) => (
					<div key={name}>
						<dt>{name}</dt>
						<dd className="text-lg">{value ? breakable(value) : texts.notSet}</dd>
					</div>
				))}
			</dl>
			<div>
				<Button look="btn-primary" onClick={() => setEditing(true)}>
					{texts.updateProfile}
				</Button>
			</div>
			{editing && (
				<ProfileDialog
					email={email}
					fields={{ name, phone, ...address }}
					onSave={save}
					onClose={() => setEditing(false)}
				/>
			)}
		</>
	);
}

/** Fetches the updated profile, and updates the name in the navigation. */
async function refetchProfile(email: string): Promise<ProfileValues> {
	const reply = await call(getProfileEndpoint, { query: { email } });
	const [profile] = [reply].flat();
	if (!profile) throw new Error("The profile was not returned.");
	await startSession(profile).catch(() => undefined);
	return profile;
}

/** A text that breaks after an e-mail's @ before it breaks inside a word. */
const breakable = (text: string) =>
	text
		.split(/(?<=@)/)
		.flatMap((part, index) => (index === 0 ? [part] : [<wbr key={part} />, part]));
