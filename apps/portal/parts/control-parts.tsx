import { useState } from 'react';
import { BrandName, EnvironmentBadge } from '#design/brand/brand.tsx';
import { Initials } from '#design/brand/initials.tsx';
import { Checkbox } from '#design/choose/checkbox.tsx';
import { Segmented } from '#design/choose/segmented.tsx';
import { SelectField } from '#design/choose/select-field.tsx';
import { Switch } from '#design/choose/switch.tsx';
import { Button } from '#design/controls/button.tsx';
import { CodeField } from '#design/controls/code-field.tsx';
import { CopyButton } from '#design/controls/copy-button.tsx';
import { PasswordField } from '#design/controls/password-field.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { Refusal } from '#design/feedback/refusal.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { Sheet } from '#design/overlay/sheet.tsx';
import { TextLink } from '#design/text/text-link.tsx';

function SignIn() {
  const [code, setCode] = useState('123');
  return (
    <form className="grid max-w-[348px] gap-4" onSubmit={(event) => event.preventDefault()}>
      <BrandName>
        <EnvironmentBadge environment="Sandbox" />
      </BrandName>
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        defaultValue="maya@harbourbloom.example"
        hint="The one your invitation came to"
      />
      <PasswordField
        label="Password"
        aside={<TextLink href="#forgot">Forgotten your password?</TextLink>}
        error="Password is required"
      />
      <CodeField
        label="One-time code"
        value={code}
        onChange={setCode}
        hint="Six digits, sent to m•••@harbourbloom.example"
      />
      <Button variant="primary" size="l" type="submit">
        Sign in
      </Button>
    </form>
  );
}

function Actions() {
  const [isBusy, setIsBusy] = useState(true);
  const [isOpen, setIsOpen] = useState(false);
  const [isSheet, setIsSheet] = useState(false);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={isBusy} onClick={() => setIsBusy(true)}>
          Refund £12.50
        </Button>
        <Button onClick={() => setIsBusy(!isBusy)}>Toggle busy</Button>
        <Button variant="danger">Reset…</Button>
        <Button variant="quiet">Cancel</Button>
        <Button disabledReason="Refunds need the Editor role">Refund…</Button>
        <Button href="#about">A link</Button>
        <CopyButton text="abc" size="s" />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setIsOpen(true)}>Open dialog</Button>
        <Button onClick={() => setIsSheet(true)}>Open sheet</Button>
        <Initials name="Harbour & Bloom" />
        <Initials name="Maya Okafor" look="face" />
        <EnvironmentBadge environment="Integration" />
        <EnvironmentBadge environment="Live" />
      </div>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Refund Priya Raghunathan"
        description="£1,049.50 of £1,249.50 can be refunded, to 60-16-13 · 3192 6819"
        footer={
          <>
            <Button variant="quiet" onClick={() => setIsOpen(false)}>
              Cancel
            </Button>
            <Button variant="primary">Refund £1,049.50</Button>
          </>
        }
      >
        <TextField label="Reference" defaultValue="RETURN-119" />
        <Refusal message="Source does not have enough balance" traceId="32671492024036f8">
          Modulr refused. Nothing was refunded.
        </Refusal>
      </Dialog>
      <Sheet isOpen={isSheet} onClose={() => setIsSheet(false)} title="Navigation">
        <nav aria-label="Sheet" className="p-5">
          <a href="#one">Overview</a>
        </nav>
      </Sheet>
    </div>
  );
}

export function ControlParts() {
  const [isOn, setIsOn] = useState(true);
  const [range, setRange] = useState<'7' | '30' | '90'>('30');
  const [zone, setZone] = useState<'utc' | 'local'>('utc');
  return (
    <div className="mt-14 grid grid-cols-[repeat(auto-fit,minmax(min(420px,100%),1fr))] gap-10">
      <SignIn />
      <div className="grid content-start gap-6">
        <Actions />
        <div className="flex flex-wrap items-center gap-4">
          <Segmented
            label="Range"
            value={range}
            onChange={setRange}
            options={[
              { value: '7', label: '7 d' },
              { value: '30', label: '30 d' },
              { value: '90', label: '90 d' },
            ]}
          />
          <SelectField
            label="Times"
            value={zone}
            onChange={setZone}
            options={[
              { value: 'utc', label: 'UTC' },
              { value: 'local', label: 'Local' },
            ]}
          />
          <Checkbox defaultChecked>Remember</Checkbox>
          <Checkbox>Not this</Checkbox>
        </div>
        <div>
          <Switch
            label="Email for external pay-ins"
            detail="When money arrives that no payment of yours asked for"
            isOn={isOn}
            onChange={setIsOn}
          />
          <Switch
            label="Webhook for external pay-ins"
            detail="Sent to your payment status address"
            isOn={!isOn}
            onChange={(on) => setIsOn(!on)}
          />
        </div>
      </div>
    </div>
  );
}
