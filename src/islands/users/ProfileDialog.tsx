import * as texts from "../../messages.account.ts";
import { optionalField } from "../../messages.checkout.ts";
import * as common from "../../messages.common.ts";
import * as messages from "../../messages.ts";
import { type Profile, type ProfileForm, profileForm } from "../../shop/users/users.ts";
import { DialogForm } from "../ui/DialogForm.tsx";
import { Field } from "../ui/Field.tsx";
import { useHookFormGuard } from "../ui/useHookFormGuard.ts";
import { useSchemaForm } from "../ui/useSchemaForm.ts";

interface Props {
	profile: Pick<Profile, "name" | "email" | "phone" | "address">;
	onSave: (form: ProfileForm) => Promise<void>;
	onClose: () => void;
}

/** Changes name, address and phone. Asks before it discards changes. */
export function ProfileDialog({ profile, onSave, onClose }: Props) {
	const { name, address, phone } = profile;
	const { form, field, handleSubmit } = useSchemaForm(profileForm, { name, address, phone });
	const { formError, sending, dirty, restored, send } = useHookFormGuard(form, profile.email);
	return (
		<DialogForm
			title={texts.updateProfile}
			sending={sending}
			onSubmit={handleSubmit((input) => send(() => onSave(input)))}
			onClose={onClose}
			canClose={() => !sending && (!dirty || confirm(messages.discardChanges))}
			submitLabel={common.save}
			busyLabel={common.saving}
			formError={formError}
		>
			{restored && <p role="status">{messages.draftRestored}</p>}
			<Field
				label={optionalField(common.name)}
				type="text"
				autoComplete="name"
				{...field("name")}
			/>
			<Field
				label={optionalField(common.address)}
				type="text"
				autoComplete="street-address"
				{...field("address")}
			/>
			<Field label={common.phone} type="tel" autoComplete="tel" {...field("phone")} />
		</DialogForm>
	);
}
