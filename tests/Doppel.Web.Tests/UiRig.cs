using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using Doppel.Cli;
using Doppel.Testing.Trees;

namespace Doppel.Web.Tests;

/// <summary>The real server on a tree of its own, with a secret file beside the root.</summary>
internal sealed class UiRig : IAsyncDisposable
{
    /// <summary>What no response may contain.</summary>
    internal const string Secret = "outside of all roots";

    private readonly TempTree _tree = new();
    private readonly string _operand;
    private readonly string[] _options;
    private UiEngine _engine;
    private UiServer? _server;

    private UiRig(Action<TempTree> fill, string operand, string[] options)
    {
        fill(_tree);
        _tree.AddFile("secret.txt", Secret);
        (_operand, _options) = (operand, options);
        try
        {
            _engine = NewEngine();
        }
        catch (UsageException)
        {
            _tree.Dispose();
            throw;
        }

        Session = new ReviewSession(_engine);
    }

    private UiEngine NewEngine()
    {
        IEnumerable<string> options = _options.Select(option => option.Replace("{tree}", _tree.Folder));
        string[] arguments = ["ui", "--no-open", .. options, Path.Combine(_tree.Folder, _operand)];
        CommandHost host = HostOf(_tree, Program.Table, arguments);
        ParsedCommand parsed = ArgumentParser.Parse(Program.Table, arguments);
        CommandDefinition<UiSettings> command = UiCommand.Define(UiRun.Run);
        return UiRun.Open(new CommandCall<UiSettings>(
            host, command, command.Read(host, parsed.Uses), parsed.Uses, parsed.Operands));
    }

    internal ReviewSession Session { get; private set; }

    /// <summary>Gets the tree. What is searched is below its folder root.</summary>
    internal TempTree Tree => _tree;

    internal int Port { get; private set; }

    /// <summary>Gets the secret folder of the address.</summary>
    internal string Base { get; private set; } = "";

    /// <summary>Gets the query that opens the page once.</summary>
    internal string Key { get; private set; } = "";

    /// <summary>Gets the address that the browser is started with.</summary>
    internal string? TicketAddress => _server!.TicketAddress;

    internal string Cookie { get; private set; } = "";

    /// <summary>Starts a server whose page has not been opened.</summary>
    internal static Task<UiRig> Closed(Action<TempTree> fill, params string[] options) =>
        ClosedAt("root", fill, options);

    /// <summary>Starts a server for a report or another folder of the tree, and opens its page.</summary>
    internal static async Task<UiRig> OpenAt(string operand, Action<TempTree> fill, params string[] options)
    {
        UiRig rig = await ClosedAt(operand, fill, options);
        await rig.OpenPage();
        return rig;
    }

    /// <summary>Runs <c>doppel</c> with the home folder of the tree.</summary>
    internal static void Run(TempTree tree, params string[] arguments) =>
        Assert.Equal(ExitCode.Done, Application.Run(HostOf(tree, AllCommands.Table, arguments)));

    /// <summary>Runs <c>doppel</c> with the home folder of the tree, and returns its warnings.</summary>
    internal static IReadOnlyList<string> Notices(TempTree tree, string[] arguments)
    {
        const string Start = "doppel: ";
        using var errors = new MemoryStream();
        Application.Run(HostOf(tree, AllCommands.Table, arguments, errors));
        return [.. Encoding.UTF8.GetString(errors.ToArray()).Split('\n')
            .Where(static line => line.StartsWith(Start, StringComparison.Ordinal))
            .Select(static line => line[Start.Length..])];
    }

    /// <summary>Starts a server and opens its page. In options, {tree} is the folder of the tree.</summary>
    internal static Task<UiRig> Open(Action<TempTree> fill, params string[] options) =>
        OpenAt("root", fill, options);

    /// <summary>Ends the program and starts it again on the same tree.</summary>
    internal async Task Restart()
    {
        Session.Dispose();
        await _server!.DisposeAsync();
        _engine.Dispose();
        _engine = NewEngine();
        Session = new ReviewSession(_engine);
        await Start();
        await OpenPage();
    }

    private async Task Start()
    {
        _server = await UiServer.Start(Session, _engine, PageOfTest(), port: 0);
        Session.Begin();
        Session.WaitUntilIdle();
        var address = new Uri(_server.Address);
        (Port, Base, Key) = (address.Port, address.AbsolutePath, address.Query);
    }

    private async Task OpenPage()
    {
        RawResponse opened = await Send("GET", Base + Key, []);
        Assert.Equal(303, opened.Status);
        Cookie = opened.Header("Set-Cookie")!.Split(';')[0];
    }

    /// <summary>Two groups of three files, and one of two.</summary>
    internal static void SmallTree(TempTree tree)
    {
        foreach (string folder in (string[])["a", "b", "c"])
        {
            tree.AddFile($"root/{folder}/one.html", "<script>alert(1)</script>");
            tree.AddFile($"root/{folder}/two.svg", "<svg onload='alert(1)'/>");
        }

        tree.AddFile("root/a/x.bin", "\0binary");
        tree.AddFile("root/b/x.bin", "\0binary");
    }

    /// <summary>Sends a request as the page does.</summary>
    internal Task<RawResponse> Get(string name) => Send("GET", Base + name, Own);

    /// <summary>Sends a change as the page does, and waits until its work is done.</summary>
    internal async Task<RawResponse> Post(string name, string body)
    {
        RawResponse response = await Send("POST", Base + "api/" + name, Changing, body);
        Session.WaitUntilIdle();
        return response;
    }

    /// <summary>Carries out a plan, and waits until that is done.</summary>
    internal Task<RawResponse> Act(string plan, string action = "trash") =>
        Post("act", $"{{\"plan\":\"{plan}\",\"action\":\"{action}\"}}");

    /// <summary>Returns the state.</summary>
    internal async Task<JsonElement> State() => (await Get("api/state")).Json;

    /// <summary>Gets the headers of the page's own requests.</summary>
    internal IReadOnlyList<string> Own => [$"Host: 127.0.0.1:{Port}", "Cookie: " + Cookie];

    /// <summary>Gets the headers of the page's own changes.</summary>
    internal IReadOnlyList<string> Changing =>
        [.. Own, $"Origin: http://127.0.0.1:{Port}", "Content-Type: application/json"];

    /// <summary>Sends a request with these headers only; without any, with the right host.</summary>
    internal Task<RawResponse> Send(string method, string target, IReadOnlyList<string> headers, string body = "") =>
        SendRaw(Encoding.UTF8.GetBytes(RequestText(method, target, headers, body)), TimeSpan.FromSeconds(30));

    internal string RequestText(string method, string target, IReadOnlyList<string> headers, string body)
    {
        IEnumerable<string> lines = headers.Count > 0 ? headers : [$"Host: 127.0.0.1:{Port}"];
        string length = body.Length > 0 ? $"Content-Length: {Encoding.UTF8.GetByteCount(body)}\r\n" : "";
        return $"{method} {target} HTTP/1.1\r\n{string.Concat(lines.Select(line => line + "\r\n"))}"
            + $"{length}Connection: close\r\n\r\n{body}";
    }

    internal Task<RawResponse> SendRaw(byte[] request, TimeSpan patience) =>
        RawResponse.Of(Port, request, patience);

    /// <summary>Returns every file of the root with the digest of its content.</summary>
    internal IReadOnlyList<string> Files()
    {
        string root = Path.Combine(_tree.Folder, "root");
        return
        [
            .. Directory.EnumerateFiles(root, "*", SearchOption.AllDirectories).Order(StringComparer.Ordinal)
                .Select(file => $"{file} {Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(file)))}"),
        ];
    }

    public async ValueTask DisposeAsync()
    {
        Session.Dispose();
        await _server!.DisposeAsync();
        _engine.Dispose();
        _tree.Dispose();
    }

    private static async Task<UiRig> ClosedAt(string operand, Action<TempTree> fill, string[] options)
    {
        var rig = new UiRig(fill, operand, options);
        await rig.Start();
        return rig;
    }

    private static CommandHost HostOf(
        TempTree tree, CommandTable commands, string[] arguments, Stream? errors = null)
    {
        string? Variable(string name) => name == "HOME" ? tree.Folder : null;
        return new CommandHost
        {
            Commands = commands,
            Out = new Terminal(Stream.Null, isTerminal: false, Variable),
            Error = new Terminal(errors ?? Stream.Null, isTerminal: false, Variable),
            Environment = Variable,
            Arguments = arguments,
        };
    }

    private static PageFiles PageOfTest() => PageFiles.Of(new Dictionary<string, byte[]>
    {
        ["index.html"] = "<!doctype html><title>page</title>"u8.ToArray(),
    });
}
