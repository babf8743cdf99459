"""Where webhooks may lead: every disguise of an internal address is refused."""

from __future__ import annotations

import socket

import pytest

from service.webhooks.guard import Guard, NoSuchHost, RefusedUrl

PUBLIC = "93.184.216.34"
ANYWHERE = Guard(schemes=("https", "http"), ports=(80, 443, 8080))


def leading_to(*addresses: str, **more: object) -> Guard:
    """Return a guard for which every name has these addresses."""
    return Guard(lookup=lambda host, port: list(addresses), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "url",
    [
        "https://play.example/",
        "https://play.example",
        "https://PLAY.example/hook?game=1&to=ada",
        "https://play.example:443/a%20b",
        "https://my_receiver.play.example/",
        "https://xn--bcher-kva.example/",
        f"https://{PUBLIC}/",
        "https://[2606:4700:4700::1111]/",
    ],
)
def test_public_hosts_are_let(url: str) -> None:
    target = leading_to(PUBLIC, "2606:4700:4700::1111").check_url(url)
    assert target.port == 443
    assert target.host == target.host.lower()


@pytest.mark.parametrize(
    "url",
    [
        # not a URL, or one with parts that a webhook does not need
        "",
        "play.example",
        "//play.example/",
        "https://",
        "https:///hook",
        "https://play.example:port/",
        "https://play.example:0/",
        "https://play.example:99999/",
        "https://[::1/",
        "https://ada:secret@play.example/",
        "https://127.0.0.1@play.example/",
        "https://play.example@127.0.0.1/",
        "https://@play.example/",
        "https://play.example/#there",
        "https://play.example/#",
        "https://play.example/ hook",
        "https://play.example/\r\nHost: other.example",
        "https://play.example/\thook",
        "https://play.example\\@127.0.0.1/",
        "https://play.example%00.other.example/",
        "https://bücher.example/",
        "https://play.example./",
        "https://-play.example/",
        "https://play..example/",
        "https://play.example/" + "x" * 1000,
        # schemes and ports
        "ftp://play.example/",
        "file:///etc/passwd",
        "gopher://play.example/",
        "javascript:alert(1)",
        "unix:///var/run/docker.sock",
        "https://play.example:22/",
        "https://play.example:6379/",
        # numbers that some readers take for 127.0.0.1
        "https://2130706433/",
        "https://0x7f000001/",
        "https://0x7f.0.0.1/",
        "https://0177.0.0.1/",
        "https://017700000001/",
        "https://127.1/",
        "https://127.0.1/",
        "https://127.0.0.1./",
        "https://1.2.3.4.5/",
        "https://\N{CIRCLED DIGIT ONE}27.0.0.1/",
        "https://[fe80::1%25eth0]/",
        "https://[::1]:80:80/",
        "https://[play.example]/",
    ],
)
def test_odd_urls_are_refused_without_a_look_up(url: str) -> None:
    def asked(host: str, port: int) -> list[str]:
        raise AssertionError(f"{host} was looked up")

    with pytest.raises(RefusedUrl):
        Guard(schemes=("https", "http"), ports=(80, 443), lookup=asked).check_url(url)


HOSTILE = [
    *("127.0.0.1", "127.8.8.8", "0.0.0.0", "0.1.2.3", "255.255.255.255"),
    *("10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1", "198.18.0.1"),
    # the clouds' metadata services
    *("169.254.169.254", "169.254.170.2", "100.100.100.200", "168.63.129.16", "192.0.0.192", "fd00:ec2::254"),
    *("224.0.0.1", "239.255.255.255", "240.0.0.1", "192.0.2.1", "203.0.113.9", "192.88.99.1"),
    *("::", "::1", "fe80::1", "fec0::1", "fc00::1", "fd12:3456::1", "ff02::1", "2001:db8::1", "3fff::1", "100::1"),
    # IPv4 addresses inside IPv6 ones
    *("::ffff:127.0.0.1", "::ffff:169.254.169.254", "::ffff:93.184.216.34", "::127.0.0.1"),
    *("64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1", "2002:7f00:1::", "2002:5db8:d822::", "2001:0:7f00:1::1"),
]


@pytest.mark.parametrize("address", HOSTILE)
def test_addresses_of_the_inside_are_refused(address: str) -> None:
    host = f"[{address}]" if ":" in address else address
    for scheme in ("https", "http"):
        with pytest.raises(RefusedUrl):
            ANYWHERE.check_url(f"{scheme}://{host}/")
    with pytest.raises(RefusedUrl):
        leading_to(address).check_url("https://play.example/")


@pytest.mark.parametrize("addresses", [(PUBLIC, "10.0.0.1"), ("::1", PUBLIC), ()])
def test_one_wrong_address_of_a_name_spoils_all(addresses: tuple[str, ...]) -> None:
    with pytest.raises(RefusedUrl):
        leading_to(*addresses).check_url("https://play.example/")


def test_an_old_address_behind_a_translator_is_judged_as_such() -> None:
    assert leading_to("64:ff9b::5db8:d822").check_url("https://play.example/")


def test_a_real_name_of_this_machine_is_refused() -> None:
    with pytest.raises(RefusedUrl):
        Guard().check_url("https://localhost/")


def test_a_refusal_does_not_tell_what_a_name_leads_to() -> None:
    def unknown(host: str, port: int) -> list[str]:
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    with pytest.raises(NoSuchHost) as missing:
        Guard(lookup=unknown).check_url("https://inside.example/")
    with pytest.raises(RefusedUrl) as private:
        leading_to("10.0.0.1").check_url("https://inside.example/")
    assert str(missing.value) == str(private.value)


@pytest.mark.parametrize(
    ("allowed", "url", "address"),
    [
        (("127.0.0.1",), "https://127.0.0.1/", None),
        (("10.1.0.0/16",), "https://play.example/", "10.1.2.3"),
        (("fd00::/8",), "https://play.example/", "fd00::5"),
        (("receiver.games.svc",), "https://receiver.games.svc/", "10.9.9.9"),
        (("*.hooks.example",), "https://ada.hooks.example/", "10.9.9.9"),
    ],
)
def test_the_operator_may_allow_hosts_and_networks(allowed: tuple[str, ...], url: str, address: str | None) -> None:
    addresses = [address] if address else []
    assert leading_to(*addresses, allowed=allowed).check_url(url)
    assert leading_to(*addresses, allowed=allowed, mode="listed").check_url(url)
    with pytest.raises(RefusedUrl):
        leading_to(*addresses).check_url(url)
    with pytest.raises(RefusedUrl, match="not in use"):
        leading_to(*addresses, allowed=allowed, mode="off").check_url(url)


@pytest.mark.parametrize(
    ("allowed", "url", "address"),
    [
        (("10.1.0.0/16",), "https://play.example/", "10.2.0.1"),
        (("10.1.0.0/16",), "https://play.example/", "::ffff:10.1.0.1"),
        (("hooks.example",), "https://hooks.example.other.example/", "10.9.9.9"),
        (("*.hooks.example",), "https://hooks.example/", "10.9.9.9"),
    ],
)
def test_what_is_allowed_allows_no_more(allowed: tuple[str, ...], url: str, address: str) -> None:
    with pytest.raises(RefusedUrl):
        leading_to(address, allowed=allowed).check_url(url)


def test_a_list_can_be_all_that_is_allowed() -> None:
    assert leading_to(PUBLIC, mode="listed", allowed=("play.example",)).check_url("https://play.example/")
    with pytest.raises(RefusedUrl):
        leading_to(PUBLIC, mode="listed", allowed=("play.example",)).check_url("https://other.example/")
