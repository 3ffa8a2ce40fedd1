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
  /** Calls it with the headers and keys in the environment and the body on stdin, and prints `isOurs isStandard`. */
  main: { file: string; source: string };
  build: readonly Command[];
  run: Command;
}

const php = String.raw`<?php
require 'webhooks.php';
function pairs(string $name): array {
    $pairs = [];
    foreach (array_filter(explode("\n", getenv($name))) as $line) {
        [$key, $value] = explode(' ', $line, 2);
        $pairs[$key] = $value;
    }
    return $pairs;
}
$headers = pairs('HEADERS');
$body = file_get_contents('php://stdin');
$ours = isOurs($headers, $body, getenv('APPLICATION_ID'), pairs('KEYS'));
$standard = isStandard($headers, $body, explode("\n", getenv('STANDARD_KEYS')));
echo var_export($ours, true), ' ', var_export($standard, true);
`;

const go = String.raw`package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
)

func pairs(name string) map[string]string {
	found := map[string]string{}
	for _, line := range strings.Split(os.Getenv(name), "\n") {
		key, value, _ := strings.Cut(line, " ")
		found[key] = value
	}
	return found
}

func main() {
	header := http.Header{}
	for name, value := range pairs("HEADERS") {
		header.Set(name, value)
	}
	body, _ := io.ReadAll(os.Stdin)
	ours := isOurs(header, body, os.Getenv("APPLICATION_ID"), pairs("KEYS"))
	fmt.Println(ours, isStandard(header, body, strings.Split(os.Getenv("STANDARD_KEYS"), "\n")))
}
`;

const java = String.raw`
import java.util.*;

final class Main {
  static Map<String, String> pairs(String name) {
    var pairs = new HashMap<String, String>();
    System.getenv(name).lines().map(line -> line.split(" ", 2)).forEach(pair -> pairs.put(pair[0], pair[1]));
    return pairs;
  }

  public static void main(String[] args) throws Exception {
    var headers = pairs("HEADERS");
    var body = System.in.readAllBytes();
    var ours = Webhooks.isOurs(headers::get, body, System.getenv("APPLICATION_ID"), pairs("KEYS"));
    System.out.println(ours + " " + Webhooks.isStandard(headers::get, body, System.getenv("STANDARD_KEYS").lines().toList()));
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
    run: { command: 'java', args: ['-Xshare:auto', 'Main'] },
  },
};
