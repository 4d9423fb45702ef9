using System.Diagnostics;
using System.Globalization;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.S3Clients.Clients;

namespace Doppel.Benchmarks.S3Clients.Processes;

/// <summary>The server that is measured against: the one that DOPPEL_S3_ENDPOINT names, or Ceph's gateway.</summary>
internal sealed class S3Service : IDisposable
{
    private const string Folder = "DOPPEL_S3_DIR";

    private readonly ClientSettings _settings;
    private readonly string? _https;
    private readonly string? _certificate;
    private readonly string? _folder;

    private S3Service(Func<string, string?> setting, bool isOwn)
    {
        _settings = ClientSettings.From(setting);
        _https = _settings.Endpoint.StartsWith("https:", StringComparison.Ordinal)
            ? _settings.Endpoint
            : setting("DOPPEL_S3_HTTPS_ENDPOINT");
        _certificate = setting("DOPPEL_S3_CERTIFICATE");
        _folder = isOwn ? setting(Folder) : null;
    }

    /// <summary>The log of the gateway with a line for each request, if the server was started here.</summary>
    public string? AccessLog => _folder is null ? null : Path.Combine(_folder, "client.rgw.log");

    /// <summary>Whether it was started here, with a limited memory for everything.</summary>
    public bool IsOwn => _folder is not null;

    /// <summary>What it is, for a page.</summary>
    public string Name => IsOwn
        ? "Ceph's gateway with all data in memory, started by eng/s3-server on the same machine in processes of its own"
        : $"the server at {new Uri(_settings.Endpoint).Host}";

    /// <summary>The transports that it has, by the names of their schemes.</summary>
    public IReadOnlyList<string> Transports =>
    [
        .. _settings.Endpoint.StartsWith("http:", StringComparison.Ordinal) ? ["http"] : Array.Empty<string>(),
        .. _https is not null ? ["https"] : Array.Empty<string>(),
    ];

    /// <summary>Where clients go.</summary>
    public ClientSettings Settings(string transport) =>
        transport == "https" ? _settings with { Endpoint = _https! } : _settings;

    /// <summary>What a process of a client has to be told.</summary>
    public IEnumerable<(string Name, string Value)> ToEnvironment(string transport)
    {
        foreach ((string, string) variable in Settings(transport).ToEnvironment())
        {
            yield return variable;
        }

        if (_certificate is not null)
        {
            // What OpenSSL trusts, and so every client alike.
            yield return ("SSL_CERT_FILE", _certificate);
        }
    }

    /// <summary>Opens it; takes about twelve seconds where one has to be started.</summary>
    /// <param name="problem">Why there is none.</param>
    /// <param name="gib">How many GiB of objects it holds, in memory, if it is started here.</param>
    public static S3Service? Open(out string problem, int gib = 2)
    {
        problem = "";
        if (Environment.GetEnvironmentVariable(ClientSettings.Endpoints) is not null)
        {
            return new S3Service(Environment.GetEnvironmentVariable, isOwn: false);
        }

        // It ends with this process, however this ends.
        string id = Environment.ProcessId.ToString(CultureInfo.InvariantCulture);
        (int exitCode, string output, string errors) = Script(
            "start", "--https", "--gib", gib.ToString(CultureInfo.InvariantCulture), "--while", id);
        if (exitCode != 0)
        {
            problem = errors.Trim();
            return null;
        }

        Dictionary<string, string> settings = Lines(output.Split('\n'));
        return new S3Service(settings.GetValueOrDefault, isOwn: true);
    }

    /// <summary>Reads lines of <c>NAME=value</c>.</summary>
    public static Dictionary<string, string> Lines(IEnumerable<string> lines) =>
        lines.Select(line => line.Split('=', 2)).Where(pair => pair.Length == 2)
            .ToDictionary(pair => pair[0], pair => pair[1]);

    public void Dispose()
    {
        if (_folder is not null)
        {
            Script("stop", _folder);
        }
    }

    private static (int ExitCode, string Output, string Errors) Script(params string[] arguments)
    {
        var start = new ProcessStartInfo(Path.Combine(SourceTree.Root, "eng", "s3-server"), arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using Process script = Process.Start(start)!;
        string output = script.StandardOutput.ReadToEnd();
        string errors = script.StandardError.ReadToEnd();
        script.WaitForExit();
        return (script.ExitCode, output, errors);
    }
}
