import { html } from 'hono/html';
import type { Html } from '#http/pages/page-response.ts';
import { type Place, runs } from './guide.ts';

/** Verification for servers that are not in Node or Python, with the standard library of each language. */
export const languagesSection = ({ basePath }: Place): Html =>
  html`<h2>Verify in PHP, Go and Java</h2>
    <p>
      <code>isOurs</code> verifies <code>x-signature</code>. Its <code>keys</code> have the <code>publicKey</code> of
      each <code>keyId</code> in <a href="${basePath}/.well-known/signature/keys">.well-known/signature/keys</a>: read
      the list again when an id is not there. <code>isStandard</code> verifies <code>webhook-signature</code>, the only
      one that an endpoint is sent. Its <code>keys</code> are the <code>whpk_…</code> of the endpoint, or for the three
      addresses those of <a href="${basePath}/.well-known/signature/ed25519">.well-known/signature/ed25519</a>.
    </p>
    <p>
      PHP 8. The names of the headers are in lower case, such as <code>array_change_key_case(getallheaders())</code>,
      and the body is <code>file_get_contents('php://input')</code>.
    </p>
    ${runs('php', php)}
    <p>Go. Read the body with <code>io.ReadAll(request.Body)</code>.</p>
    ${runs('go', go)}
    <p>
      Java 17. <code>header</code> is <code>request::getHeader</code>, and the body is
      <code>request.getInputStream().readAllBytes()</code>.
    </p>
    ${runs('java', java)}
    <p>
      A framework can read the body before your code does. Take the bytes that arrived, not JSON that was written again.
    </p>`;

const php = String.raw`
<?php
function isOurs(array $headers, string $body, string $applicationId, array $keys): bool
{
    $at = $headers['x-signature-timestamp'] ?? '';
    $key = $keys[$headers['x-signature-key-id'] ?? ''] ?? '';
    $lines = chunk_split($key, 64, "\n");
    $pem = "-----BEGIN PUBLIC KEY-----\n$lines-----END PUBLIC KEY-----\n";
    $signature = base64_decode($headers['x-signature'] ?? '');
    $signed = "$at.$applicationId.$body";
    return $key !== '' && abs(time() - (int) $at) <= 300
        && ($headers['x-signature-application-id'] ?? '') === $applicationId
        && openssl_verify($signed, $signature, $pem, OPENSSL_ALGO_SHA256) === 1;
}

function isStandard(array $headers, string $body, array $keys): bool
{
    $at = $headers['webhook-timestamp'] ?? '';
    $signed = ($headers['webhook-id'] ?? '') . ".$at.$body";
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $each) {
        $signature = base64_decode(substr($each, strlen('v1a,')));
        if (strlen($signature) !== SODIUM_CRYPTO_SIGN_BYTES) continue;
        foreach ($keys as $key) {
            $public = base64_decode(substr($key, strlen('whpk_')));
            if (sodium_crypto_sign_verify_detached($signature, $signed, $public)) {
                return abs(time() - (int) $at) <= 300;
            }
        }
    }
    return false;
}
`;

const go = String.raw`
package main

import (
	"crypto"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"time"
)

func isOurs(header http.Header, body []byte, appID string, keys map[string]string) bool {
	at := header.Get("x-signature-timestamp")
	der, _ := base64.StdEncoding.DecodeString(keys[header.Get("x-signature-key-id")])
	parsed, _ := x509.ParsePKIXPublicKey(der)
	key, isRSA := parsed.(*rsa.PublicKey)
	signature, _ := base64.StdEncoding.DecodeString(header.Get("x-signature"))
	hash := sha256.Sum256([]byte(at + "." + appID + "." + string(body)))
	return isRSA && isRecent(at) && header.Get("x-signature-application-id") == appID &&
		rsa.VerifyPKCS1v15(key, crypto.SHA256, hash[:], signature) == nil
}

func isStandard(header http.Header, body []byte, keys []string) bool {
	at := header.Get("webhook-timestamp")
	signed := []byte(header.Get("webhook-id") + "." + at + "." + string(body))
	for _, each := range strings.Fields(header.Get("webhook-signature")) {
		signature, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(each, "v1a,"))
		for _, key := range keys {
			public, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(key, "whpk_"))
			if len(public) == ed25519.PublicKeySize && ed25519.Verify(public, signed, signature) {
				return isRecent(at)
			}
		}
	}
	return false
}

func isRecent(at string) bool {
	seconds, err := strconv.ParseInt(at, 10, 64)
	age := time.Now().Unix() - seconds
	return err == nil && -300 <= age && age <= 300
}
`;

const java = String.raw`
import static java.nio.charset.StandardCharsets.UTF_8;
import java.security.*;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.*;
import java.util.function.UnaryOperator;

final class Webhooks {
  static boolean isOurs(
      UnaryOperator<String> header, byte[] body, String applicationId, Map<String, String> keys) {
    var at = Objects.toString(header.apply("x-signature-timestamp"), "");
    var key = keys.getOrDefault(Objects.toString(header.apply("x-signature-key-id"), ""), "");
    var start = at + "." + applicationId + ".";
    return isRecent(at) && applicationId.equals(header.apply("x-signature-application-id"))
        && verify("RSA", key, header.apply("x-signature"), start, body);
  }

  static boolean isStandard(UnaryOperator<String> header, byte[] body, List<String> keys) {
    var at = Objects.toString(header.apply("webhook-timestamp"), "");
    for (var signature : Objects.toString(header.apply("webhook-signature"), "").split(" "))
      for (var key : keys) {
        // The beginning that Java expects before the bytes of an Ed25519 key.
        var der = "MCowBQYDK2VwAyEA" + key.replaceFirst("^whpk_", "");
        var start = header.apply("webhook-id") + "." + at + ".";
        var bytes = signature.replaceFirst("^v1a,", "");
        if (verify("Ed25519", der, bytes, start, body)) return isRecent(at);
      }
    return false;
  }

  private static boolean verify(
      String kind, String key, String signature, String start, byte[] body) {
    try {
      var verifier = Signature.getInstance(kind.equals("RSA") ? "SHA256withRSA" : kind);
      var encoded = new X509EncodedKeySpec(Base64.getDecoder().decode(key));
      verifier.initVerify(KeyFactory.getInstance(kind).generatePublic(encoded));
      verifier.update(start.getBytes(UTF_8));
      verifier.update(body);
      return verifier.verify(Base64.getDecoder().decode(Objects.toString(signature, "")));
    } catch (GeneralSecurityException | IllegalArgumentException refused) {
      return false;
    }
  }

  private static boolean isRecent(String at) {
    var now = Instant.now().getEpochSecond();
    return at.matches("\\d{1,10}") && Math.abs(now - Long.parseLong(at)) <= 300;
  }
}
`;
