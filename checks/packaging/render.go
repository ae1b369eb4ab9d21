// Renders a chart as helm does, by the same template engine and functions, where helm itself is not at hand:
// go run render.go <chart> <values.json>
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func read(path string) []byte {
	content, err := os.ReadFile(path)
	check(err)
	return content
}

func toYaml(value interface{}) (string, error) {
	var text bytes.Buffer
	encoder := yaml.NewEncoder(&text)
	encoder.SetIndent(2)
	err := encoder.Encode(value)
	return strings.TrimSuffix(text.String(), "\n"), err
}

func main() {
	folder := os.Args[1]
	var values map[string]interface{}
	check(json.Unmarshal(read(os.Args[2]), &values))
	var about map[string]interface{}
	check(yaml.Unmarshal(read(filepath.Join(folder, "Chart.yaml")), &about))

	all := template.New("chart").Option("missingkey=zero").Funcs(sprig.TxtFuncMap())
	all.Funcs(template.FuncMap{
		"toYaml": toYaml,
		"include": func(name string, data interface{}) (string, error) {
			var text bytes.Buffer
			err := all.ExecuteTemplate(&text, name, data)
			return text.String(), err
		},
	})
	files, err := filepath.Glob(filepath.Join(folder, "templates", "*"))
	check(err)
	for _, file := range files {
		_, err := all.New(filepath.Base(file)).Parse(string(read(file)))
		check(err)
	}
	given := map[string]interface{}{
		"Values":  values,
		"Release": map[string]interface{}{"Name": "portal", "Namespace": "linjen"},
		"Chart":   map[string]interface{}{"AppVersion": about["appVersion"], "Name": about["name"]},
	}
	for _, file := range files {
		if !strings.HasSuffix(file, ".yaml") {
			continue
		}
		fmt.Println("---")
		check(all.ExecuteTemplate(os.Stdout, filepath.Base(file), given))
	}
}
