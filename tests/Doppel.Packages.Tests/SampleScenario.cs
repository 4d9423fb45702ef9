using System.Text.RegularExpressions;
using Doppel.S3.Server;

namespace Doppel.Packages.Tests;

/// <summary>What a sample is given, and what it must print.</summary>
internal sealed class SampleScenario : IAsyncDisposable
{
    private static readonly string s_same = new('s', 5000);

    private readonly TempTree _tree = new();
    private FaultServer? _server;

    private SampleScenario()
    {
    }

    /// <summary>The names of all samples.</summary>
    internal static IReadOnlyList<string> Names { get; } = [.. Sample.All.Select(sample => sample.Name)];

    /// <summary>The arguments of the program.</summary>
    internal string[] Arguments { get; private set; } = [];

    /// <summary>A pattern for all of its output.</summary>
    internal string Expected { get; private set; } = "";

    /// <summary>Variables that it needs.</summary>
    internal Dictionary<string, string?> Environment { get; } = new()
    {
        ["AWS_ACCESS_KEY_ID"] = "ACCESS",
        ["AWS_SECRET_ACCESS_KEY"] = "secret",
        ["AWS_REGION"] = "us-east-1",
    };

    /// <summary>Prepares the files of a sample.</summary>
    internal static SampleScenario For(string sample)
    {
        var scenario = new SampleScenario();
        (scenario.Arguments, scenario.Expected) = scenario.Prepare(sample);
        return scenario;
    }

    public async ValueTask DisposeAsync()
    {
        _tree.Dispose();
        if (_server is not null)
        {
            await _server.DisposeAsync();
        }
    }

    private static string Lines(params string[] patterns) =>
        "^" + string.Concat(patterns.Select(line => line + "\n")) + "$";

    private (string[] Arguments, string Expected) Prepare(string sample)
    {
        string folder = _tree.Folder.ToString();
        switch (sample)
        {
            case "rent-buffer":
                return ([Add("a", new string('x', 100_000))], Lines("100000 bytes in 2 reads"));
            case "hash-file":
                return ([Add("a", "abc")], Lines($"06b05ab6733a618578af5f94892f3950  {Regex.Escape(folder)}/a"));
            case "remember-digest":
                return ([Add("a", "abc"), folder + "/catalog"],
                    Lines("read", $"06b05ab6733a618578af5f94892f3950  {Regex.Escape(folder)}/a"));
            case "list-bucket":
                StartServer();
                return (["photos"], Lines("3 2024/lake.jpg", "5 2025/sea.jpg"));
            case "inject-client":
                return ([StartServer(), "photos"], Lines("True", "False"));
            case "sync-folder":
                Add("up/2024/lake.jpg", "abc");
                Add("up/b.txt", "b");
                StartServer();
                return ([folder + "/up", "photos", ""], Lines("1 uploaded, 1 unchanged, 0 problems"));
            case "map-media":
                string song = _tree.AddFile("song.wav", WaveFile.Make(1, "Lake", "Ana")).ToString();
                return ([song], Lines(
                    "Wav, 316 bytes of payload in 2 parts, key [0-9a-f]{32}", "title: Lake", "artist: Ana"));
            case "list-folder":
                Add("a", "abc");
                return ([folder], Lines(@"File [1-9]\d* 3 a", "complete"));
            case "find-duplicates":
                Add("other", "b");
                Add("a", s_same);
                Add("b", s_same);
                return ([folder], Lines(
                    "2 copies of 5000 bytes, proved by Digest", $"    {folder}/a", $"    {folder}/b"));
            case "read-report":
                return ([Add("report", "/x/a\n/x/b\n\n/x/c\n/x/d\n/x/e\n\n")], Lines("5 copies in 2 groups, Fdupes"));
            case "link-duplicates":
                string report = $"{Add("a", s_same)}\n{Add("b", s_same)}\n\n";
                return ([Add("report", report), folder + "/journals"],
                    Lines($@"Done {folder}/b: [1-9]\d* bytes freed", $"Done {folder}/b: undone"));
            default:
                throw new ArgumentException($"no scenario for samples/{sample}.cs", nameof(sample));
        }
    }

    private string Add(string name, string content) => _tree.AddFile(name, content).ToString();

    private string StartServer()
    {
        var memory = new MemoryS3(new MemoryS3Options { SecretOf = _ => "secret" });
        memory.AddBucket("photos");
        memory.Put("photos", "2024/lake.jpg", "abc"u8.ToArray());
        memory.Put("photos", "2025/sea.jpg", "abcde"u8.ToArray());
        _server = FaultServer.Start(memory);
        string endpoint = _server.Endpoint.ToString();
        Environment["AWS_ENDPOINT_URL_S3"] = endpoint;
        return endpoint;
    }
}
