import { useState } from "react";
import type { Role } from "../../access/roles.ts";
import { call } from "../../http/call.ts";
import * as common from "../../messages/common.ts";
import * as texts from "../../messages/customers.ts";
import { forStaffOnly } from "../../messages/notes.ts";
import { setBlockedEndpoint } from "../../shop/customers/customers.api.ts";
import { maxBlockReasonLength } from "../../shop/customers/customers.ts";
import { toastAfterNavigation } from "../../stores/toasts.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { TextareaField } from "../ui/Field.tsx";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import { toastError, useSend } from "../ui/useSend.ts";

const ChangeRole = lazyDialog(() => import("./ChangeRole.tsx"), "ChangeRole");

interface Props {
	id: string;
	name: string;
	role: Role;
	/** Whether the e-mail is verified: only then the account can get a role. */
	verified: boolean;
	blocked: boolean;
}

/** Shows the page as the server has it now. */
function reloadWith(text: string): void {
	toastAfterNavigation({ kind: "success", text });
	location.reload();
}

/** Blocks a customer, or changes their role. */
export function CustomerActions({ id, name, role, verified, blocked }: Props) {
	const { sending, send } = useSend();
	const [dialog, setDialog] = useState<"role" | "block">();
	const [reason, setReason] = useState("");
	const [reasonError, setReasonError] = useState<string>();
	const close = () => setDialog(undefined);
	const isAdmin = role === "admin";

	const block = () => {
		if (!blocked && reason.trim() === "") return setReasonError(texts.blockReasonRequired);
		void send(
			async () => {
				const body = { blocked: !blocked, ...(!blocked && { reason }) };
				await call(setBlockedEndpoint, { params: { id }, body });
				reloadWith(blocked ? texts.isUnblocked(name) : texts.isBlocked(name));
			},
			(error) => {
				toastError(error);
				close();
			},
		);
	};

	return (
		<div className="grid gap-2">
			<div className="flex flex-wrap gap-3">
				<Button
					disabled={sending || blocked || (!verified && role === "user")}
					onClick={() => setDialog("role")}
				>
					{texts.changeRole}
				</Button>
				<Button disabled={sending || isAdmin} onClick={() => setDialog("block")}>
					{blocked ? texts.unblock : texts.block}
				</Button>
			</div>
			{!blocked && !verified && role === "user" && <p className="text-sm">{texts.notVerified}</p>}
			{isAdmin && <p className="text-sm">{texts.adminNotBlocked}</p>}
			{dialog === "role" && (
				<ChangeRole
					id={id}
					name={name}
					role={role}
					onChanged={(changed) => reloadWith(texts.roleChanged(name, changed))}
					onClose={close}
				/>
			)}
			{dialog === "block" && (
				<ConfirmDialog
					title={blocked ? texts.unblockQuestion : texts.blockQuestion}
					confirmLabel={blocked ? texts.unblock : texts.block}
					busy={sending}
					onConfirm={block}
					onCancel={close}
				>
					<p>{blocked ? texts.aboutUnblock(name) : texts.aboutBlock(name)}</p>
					{!blocked && (
						<TextareaField
							label={common.reason}
							hint={forStaffOnly}
							rows={2}
							maxLength={maxBlockReasonLength}
							error={reasonError}
							value={reason}
							onChange={({ target }) => setReason(target.value)}
						/>
					)}
				</ConfirmDialog>
			)}
		</div>
	);
}
