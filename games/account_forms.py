"""Forms about people and clubs: sign in, an account, found a club, invite somebody."""

from functools import cache
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.contrib.auth import forms as auth
from django.contrib.auth import password_validation
from django.core.cache import cache as shared
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from .models import Club, Invitation, Membership, User

PASSWORD_HELP = _("At least 10 characters; a few words that belong to nothing known of you are good.")
# What lies elsewhere in the list of the world's time zones is old, or no place.
AREAS = {"Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"}


@cache
def time_zones():
    """The world's time zones by area, as choices."""
    by_area = {}
    for zone in sorted(available_timezones()):
        area, _slash, place = zone.partition("/")
        if area in AREAS:
            by_area.setdefault(area, []).append((zone, place.replace("_", " ")))
    return [("UTC", "UTC"), *by_area.items()]


class SignInForm(auth.AuthenticationForm):
    """Who are you?"""

    username = auth.UsernameField(
        label=_("Email address"),
        widget=forms.EmailInput(attrs={"autocomplete": "username", "autofocus": True}),
    )
    error_messages = {
        "invalid_login": _(
            "This email address and password do not belong together. Check both, or set a new password."
        ),
        "inactive": _("This account was closed."),
    }


class _NewPassword(forms.Form):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["new_password1"].help_text = PASSWORD_HELP
        self.fields["new_password2"].label = _("The same again")
        self.fields["new_password2"].help_text = ""


class ResetForm(auth.PasswordResetForm):
    """Where a link shall go that sets a new password: at most one a minute to an address."""

    email = forms.EmailField(
        label=_("Email address"), max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )

    def save(self, **kwargs):
        if shared.add(f"reset-{self.cleaned_data['email'].lower()}".encode().hex(), True, timeout=60):
            super().save(**kwargs)


class NewPasswordForm(_NewPassword, auth.SetPasswordForm):
    """A new password for somebody who followed the link."""


class ChangePasswordForm(_NewPassword, auth.PasswordChangeForm):
    """A new password for somebody who knows the old one."""


class NewAccountForm(forms.ModelForm):
    """Somebody new. Valid: `save` makes the account."""

    password = forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=1000,
        error_messages={"required": _("Choose a password.")},
        help_text=PASSWORD_HELP,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    class Meta:
        model = User
        fields = ["name", "email"]
        labels = {"name": _("Your name")}
        help_texts = {
            "name": _("As the other organisers know you."),
            "email": _("You sign in with it. It is shown to the club's other organisers alone."),
        }
        error_messages = {
            "name": {"required": _("Type your name.")},
            "email": {
                "required": _("Type your email address."),
                "invalid": _("Type it like name@example.org."),
            },
        }
        widgets = {
            "name": forms.TextInput(attrs={"autocomplete": "name"}),
            "email": forms.EmailInput(attrs={"autocomplete": "username"}),
        }

    def __init__(self, *args, **kwargs):
        super().__init__(*args, prefix="you", **kwargs)
        self.fields["name"].required = True

    def clean(self):
        super().clean()
        if password := self.cleaned_data.get("password"):
            person = User(name=self.data.get("you-name", ""), email=self.data.get("you-email", ""))
            try:
                password_validation.validate_password(password, person)
            except forms.ValidationError as error:
                self.add_error("password", error)

    def save(self):
        self.instance.set_password(self.cleaned_data["password"])
        return super().save()


class AccountForm(forms.ModelForm):
    """What somebody tells of themselves. Another email address takes the password."""

    password = forms.CharField(
        label=_("Present password"),
        required=False,
        strip=False,
        help_text=_("Needed only for another email address."),
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    class Meta(NewAccountForm.Meta):
        help_texts = {}

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["name"].required = True
        self.email_before = self.instance.email

    def clean(self):
        super().clean()
        email = self.cleaned_data.get("email", self.email_before).strip().lower()
        if email != self.email_before and not self.instance.check_password(self.cleaned_data["password"]):
            self.add_error("password", _("To change your email address, type your present password."))


class FoundingForm(forms.ModelForm):
    """A club that is about to be. Valid: `found` makes it."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    slug = forms.CharField(
        label=_("Address"),
        required=False,
        max_length=50,
        help_text=_("The last part of your club's web address. Left empty, it is made from the name."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"), choices=time_zones, help_text=_("Games are filed under the day there.")
    )
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    is_public = forms.TypedChoiceField(
        label=_("Who may see games and standings?"),
        choices=[("1", _("Everybody")), ("0", _("Only those who organise the club"))],
        coerce=lambda value: value == "1",
        widget=forms.RadioSelect,
        initial="1",
    )

    class Meta:
        model = Club
        fields = ["name", "slug", "time_zone", "language", "is_public"]
        labels = {"name": _("Name of the club")}
        error_messages = {"name": {"required": _("Type the name of the club.")}}
        widgets = {"name": forms.TextInput(attrs={"autocomplete": "organization"})}

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["language"].initial = get_language()
        if not self.is_bound:
            self.fields["time_zone"].widget.attrs["data-zone"] = ""  # static/js/zone.js chooses the device's

    def clean_slug(self):
        slug = self.cleaned_data["slug"].strip().lower()
        if slug and not slug.replace("-", "").replace("_", "").isascii():
            raise forms.ValidationError(_("Use the letters a to z, digits and hyphens."))
        return slug or Club.free_address(self.cleaned_data.get("name", ""))

    @property
    def founded(self):
        """The club that was founded when this form was sent before, None where it was not."""
        if not self.is_bound or "key" in self.errors:
            return None
        return Club.founded_by(self.cleaned_data["key"])

    def found(self, owner):
        return Club.found(owner, **self.cleaned_data)


class InvitationForm(forms.ModelForm):
    """For whom a link is."""

    class Meta:
        model = Invitation
        fields = ["note"]
        labels = {"note": _("For whom?")}
        help_texts = {"note": _("Only for your list, so that you know later which link is whose.")}


class RoleForm(forms.Form):
    """What part somebody shall have."""

    role = forms.ChoiceField(choices=Membership.Role)
