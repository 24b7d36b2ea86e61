// The server that the browser tests of interoperability talk to, built on the official Go SDK. With sessions, at /mcp, that SDK
// serves the legacy revisions alone; without, at /stateless, the modern one too. It prints its origin on one line, and ends
// when its standard input does.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// What happened outside of calls, for a tool to tell.
type ledger struct {
	mu      sync.Mutex
	changes [][]string
	opened  map[string]*mcp.ServerSession
	done    map[string]bool
}

func say(format string, values ...any) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprintf(format, values...)}}}
}

func ask(requests mcp.InputRequestMap, state string) *mcp.CallToolResult {
	return &mcp.CallToolResult{InputRequests: requests, RequestState: state}
}

func uris(roots []*mcp.Root) []string {
	list := make([]string, 0, len(roots))
	for _, root := range roots {
		list = append(list, root.URI)
	}
	return list
}

// Answers a round with what the client gave, or asks for it.
func onceAnswered(
	name, state string,
	requests func() mcp.InputRequestMap,
	then func(mcp.InputResponseMap) (*mcp.CallToolResult, error),
) (*mcp.Tool, mcp.ToolHandlerFor[struct{}, any]) {
	return &mcp.Tool{Name: name}, func(_ context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
		if len(req.Params.InputResponses) == 0 {
			return ask(requests(), state), nil, nil
		}
		result, err := then(req.Params.InputResponses)
		return result, nil, err
	}
}

func newServer(book *ledger) *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "go-interop", Version: "1.0.0"}, &mcp.ServerOptions{
		Instructions: "A server of the official Go SDK.",
		RootsListChangedHandler: func(ctx context.Context, req *mcp.RootsListChangedRequest) {
			// Asked back outside of any call, on the stream that the client keeps open.
			session := req.Session
			go func() {
				limited, cancel := context.WithTimeout(context.Background(), 20*time.Second)
				defer cancel()
				listed, err := session.ListRoots(limited, nil)
				book.mu.Lock()
				defer book.mu.Unlock()
				if err != nil {
					book.changes = append(book.changes, []string{"failed: " + err.Error()})
					return
				}
				book.changes = append(book.changes, uris(listed.Roots))
			}()
		},
		CompletionHandler: func(_ context.Context, req *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
			names := []string{}
			for _, name := range []string{"Ada", "Alan", "Grace"} {
				if strings.HasPrefix(strings.ToLower(name), strings.ToLower(req.Params.Argument.Value)) {
					names = append(names, name)
				}
			}
			return &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{Values: names, Total: len(names)}}, nil
		},
	})

	roots, rootsHandler := onceAnswered("roots", "", func() mcp.InputRequestMap {
		return mcp.InputRequestMap{"roots": &mcp.ListRootsParams{}}
	}, func(answers mcp.InputResponseMap) (*mcp.CallToolResult, error) {
		listed, ok := answers["roots"].(*mcp.ListRootsResult)
		if !ok {
			return nil, fmt.Errorf("no roots but %T", answers["roots"])
		}
		return say("%v", uris(listed.Roots)), nil
	})
	mcp.AddTool(server, roots, rootsHandler)

	sample, sampleHandler := onceAnswered("sample", "", func() mcp.InputRequestMap {
		return mcp.InputRequestMap{"msg": &mcp.CreateMessageParams{
			MaxTokens: 100,
			Messages:  []*mcp.SamplingMessage{{Role: "user", Content: &mcp.TextContent{Text: "Say something"}}},
		}}
	}, func(answers mcp.InputResponseMap) (*mcp.CallToolResult, error) {
		message, ok := answers["msg"].(*mcp.CreateMessageWithToolsResult)
		if !ok {
			return nil, fmt.Errorf("no message but %T", answers["msg"])
		}
		return &mcp.CallToolResult{Content: message.Content}, nil
	})
	mcp.AddTool(server, sample, sampleHandler)

	question, questionHandler := onceAnswered("ask", "first-round", func() mcp.InputRequestMap {
		return mcp.InputRequestMap{"input": &mcp.ElicitParams{
			Message: "What is it to be?",
			RequestedSchema: &jsonschema.Schema{
				Type:       "object",
				Properties: map[string]*jsonschema.Schema{"test": {Type: "string"}},
			},
		}}
	}, func(answers mcp.InputResponseMap) (*mcp.CallToolResult, error) {
		answer, ok := answers["input"].(*mcp.ElicitResult)
		if !ok {
			return nil, fmt.Errorf("no answer but %T", answers["input"])
		}
		return say("%s: %v", answer.Action, answer.Content["test"]), nil
	})
	mcp.AddTool(server, question, questionHandler)

	export, exportHandler := onceAnswered("export_report", "", func() mcp.InputRequestMap {
		return mcp.InputRequestMap{"format": &mcp.ElicitParams{
			Message: "Export quarterly-sales as which format?",
			RequestedSchema: &jsonschema.Schema{
				Type: "object",
				Properties: map[string]*jsonschema.Schema{"format": {
					Type:    "string",
					Title:   "Format",
					Enum:    []any{"pdf", "csv"},
					Default: json.RawMessage(`"pdf"`),
					Extra:   map[string]any{"enumNames": []any{"PDF document", "CSV spreadsheet"}},
				}},
			},
		}}
	}, func(answers mcp.InputResponseMap) (*mcp.CallToolResult, error) {
		answer, ok := answers["format"].(*mcp.ElicitResult)
		if !ok {
			return nil, fmt.Errorf("no answer but %T", answers["format"])
		}
		return say("Exported as %v", answer.Content["format"]), nil
	})
	mcp.AddTool(server, export, exportHandler)

	// Asks twice, the second time with what the first answer said: in two rounds, or in the middle of the call where a session
	// was opened by initialize.
	elicit := func(message, key string, value *jsonschema.Schema) *mcp.ElicitParams {
		return &mcp.ElicitParams{
			Message:         message,
			RequestedSchema: &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{key: value}},
		}
	}
	guests := elicit("A table for how many?", "guests", &jsonschema.Schema{Type: "integer", Default: json.RawMessage("2")})
	sure := func(guests any) *mcp.ElicitParams {
		value := &jsonschema.Schema{Type: "boolean", Default: json.RawMessage("true")}
		return elicit(fmt.Sprintf("A table for %v: sure?", guests), "sure", value)
	}
	mcp.AddTool(server, &mcp.Tool{Name: "book_table"}, func(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
		if opened := req.Session.InitializeParams(); opened != nil && opened.ProtocolVersion < "2026-07-28" {
			first, err := req.Session.Elicit(ctx, guests)
			if err != nil {
				return nil, nil, err
			}
			second, err := req.Session.Elicit(ctx, sure(first.Content["guests"]))
			if err != nil {
				return nil, nil, err
			}
			return say("%v guests, sure %v", first.Content["guests"], second.Content["sure"]), nil, nil
		}
		if answer, ok := req.Params.InputResponses["sure"].(*mcp.ElicitResult); ok {
			return say("%s guests, sure %v", req.Params.RequestState, answer.Content["sure"]), nil, nil
		}
		if answer, ok := req.Params.InputResponses["guests"].(*mcp.ElicitResult); ok {
			chosen := answer.Content["guests"]
			return ask(mcp.InputRequestMap{"sure": sure(chosen)}, fmt.Sprint(chosen)), nil, nil
		}
		return ask(mcp.InputRequestMap{"guests": guests}, "asked"), nil, nil
	})

	mcp.AddTool(server, &mcp.Tool{Name: "roots_seen"}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
		book.mu.Lock()
		defer book.mu.Unlock()
		return say("%v", book.changes), nil, nil
	})

	// Asks in the middle of a call, and says later that the person is done: legacy revisions alone have this.
	mcp.AddTool(server, &mcp.Tool{Name: "connect_calendar"}, func(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
		const id = "connect-calendar-1"
		answer, err := req.Session.Elicit(ctx, &mcp.ElicitParams{
			Message:       "Grant calendar access",
			URL:           "https://calendar.example.com/consent?state=" + id,
			ElicitationID: id,
		})
		if err != nil {
			return nil, nil, err
		}
		if answer.Action == "accept" {
			if err := req.Session.NotifyElicitationComplete(ctx, &mcp.ElicitationCompleteParams{ElicitationID: id}); err != nil {
				return nil, nil, err
			}
		}
		return say("calendar: %s", answer.Action), nil, nil
	})

	// Refuses until the page it names has been to: -32042.
	mcp.AddTool(server, &mcp.Tool{Name: "read_calendar"}, func(_ context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
		id := "read-calendar-" + req.Session.ID()
		book.mu.Lock()
		defer book.mu.Unlock()
		if book.done[id] {
			return say("3 events"), nil, nil
		}
		book.opened[id] = req.Session
		return nil, nil, mcp.URLElicitationRequiredError([]*mcp.ElicitParams{{
			Mode:          "url",
			Message:       "Grant calendar access",
			URL:           "https://calendar.example.com/consent?state=" + id,
			ElicitationID: id,
		}})
	})

	server.AddPrompt(&mcp.Prompt{
		Name:      "greet",
		Arguments: []*mcp.PromptArgument{{Name: "name", Description: "Whom to greet", Required: true}},
	}, func(_ context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{
			Role:    "user",
			Content: &mcp.TextContent{Text: "Say hi to " + req.Params.Arguments["name"]},
		}}}, nil
	})
	server.AddResourceTemplate(&mcp.ResourceTemplate{
		Name:        "page",
		URITemplate: "notes://pages/{name}",
		MIMEType:    "text/plain",
	}, func(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{
			URI:      req.Params.URI,
			MIMEType: "text/plain",
			Text:     "This is " + req.Params.URI,
		}}}, nil
	})
	return server
}

// Lets any page read every answer.
func anyOrigin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Access-Control-Allow-Origin", "*")
		header.Set("Access-Control-Expose-Headers", "Mcp-Session-Id")
		if r.Method == http.MethodOptions {
			header.Set("Access-Control-Allow-Methods", "GET, POST, DELETE")
			header.Set("Access-Control-Allow-Headers", r.Header.Get("Access-Control-Request-Headers"))
			header.Set("Access-Control-Max-Age", "600")
			w.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func main() {
	book := &ledger{opened: map[string]*mcp.ServerSession{}, done: map[string]bool{}}
	server := newServer(book)
	mux := http.NewServeMux()
	serve := func(options *mcp.StreamableHTTPOptions) http.Handler {
		return anyOrigin(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, options))
	}
	mux.Handle("/mcp", serve(nil))
	mux.Handle("/stateless", serve(&mcp.StreamableHTTPOptions{Stateless: true}))
	// As though the person had been to the page of every elicitation that is open.
	mux.HandleFunc("POST /finish", func(w http.ResponseWriter, r *http.Request) {
		book.mu.Lock()
		defer book.mu.Unlock()
		for id, session := range book.opened {
			book.done[id] = true
			if err := session.NotifyElicitationComplete(r.Context(), &mcp.ElicitationCompleteParams{ElicitationID: id}); err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			delete(book.opened, id)
		}
		w.WriteHeader(http.StatusNoContent)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	fmt.Printf("http://%s\n", listener.Addr())
	log.Fatal(http.Serve(listener, mux))
}
