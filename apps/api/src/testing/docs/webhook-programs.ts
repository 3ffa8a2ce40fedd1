interface Command {
  command: string;
  args: string[];
}

/** How the code that the guide on webhooks prints is run. */
export interface Language {
  /** The name of the language at a sample in Markdown. */
  fence: string;
  /** Commands that have to be there, and an argument with which they only answer. */
  needs: readonly (readonly [command: string, flag: string])[];
  /** What to install on Debian. */
  package: string;
  /** The printed code is saved here. */
  file: string;
  /**
   * Reads a request a line, as five texts in base64: application, headers, keys, keys of Standard Webhooks and body. Prints
   * `isOurs isStandard` for each.
   */
  main: { file: string; source: string };
  build: readonly Command[];
  run: Command;
}

const php = String.raw`<?php
require 'webhooks.php';
function pairs(string $text): array {
    $pairs = [];
    foreach (array_filter(explode("\n", $text)) as $line) {
        [$key, $value] = explode(' ', $line, 2);
        $pairs[$key] = $value;
    }
    return $pairs;
}
foreach (file('php://stdin', FILE_IGNORE_NEW_LINES) as $line) {
    [$applicationId, $headers, $keys, $standardKeys, $body] = array_map('base64_decode', explode(' ', $line));
    $ours = isOurs(pairs($headers), $body, $applicationId, pairs($keys));
    $standard = isStandard(pairs($headers), $body, explode("\n", $standardKeys));
    echo var_export($ours, true), ' ', var_export($standard, true), "\n";
}
`;

const go = String.raw`package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"strings"
)

func pairs(text string) map[string]string {
	found := map[string]string{}
	for _, line := range strings.Split(text, "\n") {
		key, value, _ := strings.Cut(line, " ")
		found[key] = value
	}
	return found
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		texts := []string{}
		for _, field := range strings.Split(lines.Text(), " ") {
			text, _ := base64.StdEncoding.DecodeString(field)
			texts = append(texts, string(text))
		}
		header := http.Header{}
		for name, value := range pairs(texts[1]) {
			header.Set(name, value)
		}
		body := []byte(texts[4])
		ours := isOurs(header, body, texts[0], pairs(texts[2]))
		fmt.Println(ours, isStandard(header, body, strings.Split(texts[3], "\n")))
	}
}
`;

const java = String.raw`
import java.util.*;

final class Main {
  static Map<String, String> pairs(String text) {
    var pairs = new HashMap<String, String>();
    text.lines().map(line -> line.split(" ", 2)).forEach(pair -> pairs.put(pair[0], pair[1]));
    return pairs;
  }

  public static void main(String[] args) throws Exception {
    for (var line : new String(System.in.readAllBytes()).lines().toList()) {
      var fields = Arrays.stream(line.split(" ", -1)).map(Base64.getDecoder()::decode).toList();
      var texts = fields.stream().map(String::new).toList();
      var headers = pairs(texts.get(1));
      var ours = Webhooks.isOurs(headers::get, fields.get(4), texts.get(0), pairs(texts.get(2)));
      System.out.println(ours + " " + Webhooks.isStandard(headers::get, fields.get(4), texts.get(3).lines().toList()));
    }
  }
}
`;

export const languages: Record<string, Language> = {
  PHP: {
    fence: 'php',
    needs: [['php', '--version']],
    package: 'php-cli',
    file: 'webhooks.php',
    main: { file: 'main.php', source: php },
    build: [],
    // Warnings are written to stdout, and fail the comparison.
    run: { command: 'php', args: ['-d', 'display_errors=1', 'main.php'] },
  },
  Go: {
    fence: 'go',
    needs: [['go', 'version']],
    package: 'golang-go',
    file: 'webhooks.go',
    main: { file: 'main.go', source: go },
    build: [{ command: 'go', args: ['build', '-o', 'receive', 'webhooks.go', 'main.go'] }],
    run: { command: './receive', args: [] },
  },
  Java: {
    fence: 'java',
    needs: [
      ['javac', '-version'],
      ['java', '-version'],
    ],
    package: 'default-jdk-headless',
    file: 'Webhooks.java',
    main: { file: 'Main.java', source: java },
    build: [{ command: 'javac', args: ['-Xlint:all', '-Werror', 'Webhooks.java', 'Main.java'] }],
    run: { command: 'java', args: ['Main'] },
  },
};
