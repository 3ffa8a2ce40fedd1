"""A merchant's server in Python: it requests a payment, receives the webhook when it was paid, and refunds it.

    POST /orders {number, amount}  -> returns the link where the shopper pays
    PUT  /webhooks                 <- receives payment and refund events from Volume
    GET  /orders/{number}          -> returns the order's status
    POST /orders/{number}/refund   -> refunds the full amount

It needs Python 3.9 and the package cryptography. Store the key with the server's secrets: anyone who has it can move
money.
"""

import base64
import json
import os
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding
from cryptography.hazmat.primitives.serialization import load_der_public_key

API = os.environ["VOLUME_API"].rstrip("/")
APPLICATION_ID = os.environ["VOLUME_APPLICATION_ID"]
APPLICATION_SECRET = os.environ["VOLUME_APPLICATION_SECRET"]
PORT = int(os.environ.get("PORT", "4300"))

# A real shop uses a database. It should also store an order before the first call.
orders = {}
handled = set()
lock = threading.Lock()


class Refused(Exception):
    """Volume answered, and refused: decide by `code`."""

    def __init__(self, status, answer):
        self.status, self.code = status, answer.get("code")
        super().__init__(f"{status} {answer.get('errorMessage')} (trace {answer.get('traceId')})")


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect would take the key to another server."""

    def redirect_request(self, *_):
        return None


opener = urllib.request.build_opener(NoRedirects)


def call_volume(method, path, body=None, version="v0.7", idempotency_key=None):
    """Calls Volume. Reads, and writes with an Idempotency-Key, are sent again after what passes: with the same key they
    have no further effect."""
    media = f"application/vnd.volume.{version}+json"
    headers = {
        "accept": media,
        "content-type": media,
        "x-application-id": APPLICATION_ID,
        "x-application-secret": APPLICATION_SECRET,
    }
    if idempotency_key:
        headers["idempotency-key"] = idempotency_key
    data = None if body is None else json.dumps(body).encode()
    tries = 4 if method == "GET" or idempotency_key else 1
    for attempt in range(1, tries + 1):
        wait = 2**attempt / 4
        try:
            request = urllib.request.Request(f"{API}/api/{path}", data, headers, method=method)
            with opener.open(request, timeout=30) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            refused = Refused(error.code, read_json(error.read()))
            if error.code not in (429, 502, 503, 504) and refused.code != "CALL_NOT_ENDED" or attempt == tries:
                raise refused from None
            wait = max(wait, float(error.headers.get("retry-after") or 0))
        except (urllib.error.URLError, TimeoutError, ConnectionError):
            if attempt == tries:
                raise
        time.sleep(wait)


def read_json(text):
    """The page of a proxy is not JSON."""
    try:
        answer = json.loads(text)
        return answer if isinstance(answer, dict) else {}
    except ValueError:
        return {}


def make_order(number, amount):
    # Stored with its keys before the first call, so that a retry after a crash creates no second link and no second
    # refund.
    with lock:
        fresh = {"number": number, "amount": amount, "status": "NEW"}
        order = orders.setdefault(number, {**fresh, "linkKey": str(uuid.uuid4()), "refundKey": str(uuid.uuid4())})
    link = call_volume(
        "POST",
        "paymentintents/link",
        {
            "applicationId": APPLICATION_ID,
            "merchantPaymentId": number,
            "customerIntentDescription": f"Order {number}",
            "paymentRequest": {"amount": order["amount"], "currency": "GBP", "reference": number},
        },
        version="v1.0",
        idempotency_key=order["linkKey"],
    )
    return {"number": number, "payAt": link["paymentIntentLink"]}


class SigningKeys:
    """The public keys that sign webhooks, by id. They change, so they are read again after five minutes, and for an
    unknown id, but at most every ten seconds: anyone can send an invented id."""

    def __init__(self):
        self.keys, self.read_at, self.lock = {}, float("-inf"), threading.Lock()

    def find(self, key_id):
        with self.lock:
            age = time.monotonic() - self.read_at
            if age > 300 or (key_id not in self.keys and age > 10):
                self.read_at = time.monotonic()
                with opener.open(f"{API}/.well-known/signature/keys", timeout=5) as response:
                    listed = json.load(response)
                self.keys = {each["keyId"]: load_der_public_key(base64.b64decode(each["publicKey"])) for each in listed}
            return self.keys.get(key_id)


signing_keys = SigningKeys()


def is_from_volume(headers, body):
    """Signed by Volume, for this application, within the last five minutes. `body` has the bytes as they arrived."""
    timestamp = headers.get("x-signature-timestamp") or ""
    if headers.get("x-signature-application-id") != APPLICATION_ID or not timestamp.isdecimal():
        return False
    if abs(time.time() - int(timestamp)) > 300:
        return False
    key = signing_keys.find(headers.get("x-signature-key-id"))
    if key is None:
        return False
    signed = f"{timestamp}.{APPLICATION_ID}.".encode() + body
    try:
        signature = base64.b64decode(headers.get("x-signature") or "", validate=True)
        key.verify(signature, signed, padding.PKCS1v15(), hashes.SHA256())
        return True
    except (InvalidSignature, ValueError):
        return False


def is_later(status, known):
    """An order that one attempt has paid stays paid when another attempt at it fails."""
    statuses = ["NEW", "FAILED", "COMPLETED", "SETTLED"]
    return status in statuses and statuses.index(status) > statuses.index(known)


def hear_webhook(headers, body):
    """The webhook is trusted because it is signed. The browser's return from the bank is not proof of payment."""
    if not is_from_volume(headers, body):
        return 401, None
    event = json.loads(body)
    kind = next((each for each in ("refund", "payment") if f"{each}Status" in event), None)
    order = orders.get(event.get("merchantPaymentId"))
    # Unknown events also get 200, because Volume would retry them for days.
    if order is None or kind is None:
        return 200, None
    status = event[f"{kind}Status"]
    with lock:
        # Events can arrive twice and out of order.
        seen = (kind, event[f"{kind}Id"], status)
        if seen in handled or (kind == "payment" and not is_later(status, order["status"])):
            return 200, None
        handled.add(seen)
        # A refund can be returned after it was processed, so the time of the event decides.
        if kind == "refund" and event["eventTimeUtc"] < order.get("refundAt", ""):
            return 200, None
        if kind == "payment":
            order.update(paymentId=event["paymentId"], status=status)
        else:
            order.update(refundStatus=status, refundAt=event["eventTimeUtc"])
    print(f"Order {order['number']}: {kind} {status}", flush=True)
    return 200, None


def refund_order(number):
    order = orders[number]
    if "paymentId" not in order:
        raise ValueError(f"Order {number} is not paid")
    body = {"refundPaymentAmount": order["amount"]}
    path = f"payments/{order['paymentId']}/refunds"
    return call_volume("POST", path, body, idempotency_key=order["refundKey"])


def show_order(number):
    """The status from the webhooks, and the current one from Volume, in case a webhook is late."""
    order = orders[number]
    query = urllib.parse.urlencode({"merchantPaymentId": number})
    now = call_volume("GET", f"payments/status?{query}") if "paymentId" in order else {}
    return {
        "number": number,
        "status": order["status"],
        "refundStatus": order.get("refundStatus"),
        "paymentStatus": now.get("paymentStatus"),
    }


def answer(method, path, headers, body):
    noun, number, verb = ([urllib.parse.unquote(part) for part in path.split("/")[1:]] + [None, None])[:3]
    call = " ".join(part for part in (method, noun, verb) if part)
    if call == "PUT webhooks":
        return hear_webhook(headers, body)
    if call == "POST orders":
        wanted = json.loads(body)
        return 201, make_order(wanted["number"], wanted["amount"])
    if call == "POST orders refund":
        return 201, refund_order(number)
    if call == "GET orders":
        return 200, show_order(number)
    return 404, None


class Shop(BaseHTTPRequestHandler):
    def respond(self):
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        try:
            status, found = answer(self.command, self.path, self.headers, body)
        except Exception as error:  # What goes wrong is answered 500, so that Volume sends an event again.
            status, found = 500, {"error": str(error)}
        text = b"" if found is None else json.dumps(found).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = do_PUT = respond

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", PORT), Shop)
print(f"The shop is at http://127.0.0.1:{PORT}", flush=True)
server.serve_forever()
