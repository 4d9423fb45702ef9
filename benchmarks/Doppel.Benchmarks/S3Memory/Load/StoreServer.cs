using System.Diagnostics;
using System.Globalization;
using Doppel.Benchmarks.Frame;
using Doppel.S3;

namespace Doppel.Benchmarks.S3Memory.Load;

/// <summary>
/// The S3 server behind the services: the one that DOPPEL_S3_ENDPOINT names, or Ceph's gateway, a new one each time, so
/// that nobody finds what another left.
/// </summary>
internal sealed class StoreServer : IDisposable
{
    private const string EndpointName = "DOPPEL_S3_ENDPOINT";
    private const string FolderName = "DOPPEL_S3_DIR";

    // Objects of one contestant, and as much again for what is being put together.
    private const string RoomGib = "10";

    private static readonly string[] s_names =
        [EndpointName, "DOPPEL_S3_ACCESS_KEY", "DOPPEL_S3_SECRET_KEY", "DOPPEL_S3_REGION"];

    private readonly string? _folder;

    private StoreServer(IReadOnlyDictionary<string, string> settings, string? folder)
    {
        Settings = settings;
        _folder = folder;
    }

    /// <summary>What a process has to find in its environment to reach it.</summary>
    public IReadOnlyDictionary<string, string> Settings { get; }

    /// <summary>What it is, for a page.</summary>
    public string Name => _folder is not null
        ? "Ceph's gateway with all data in memory, started by eng/s3-server on the same machine"
        : $"the server at {new Uri(Settings[EndpointName]).Host}";

    /// <summary>Opens it.</summary>
    /// <param name="problem">Why there is none.</param>
    public static StoreServer? Open(out string problem)
    {
        problem = "";
        if (Environment.GetEnvironmentVariable(EndpointName) is not null)
        {
            return new StoreServer(Chosen(Environment.GetEnvironmentVariable), folder: null);
        }

        // It ends with this process, however this ends.
        string id = Environment.ProcessId.ToString(CultureInfo.InvariantCulture);
        (int code, string output, string errors) = Script("start", "--gib", RoomGib, "--while", id);
        if (code != 0)
        {
            problem = errors.Trim();
            return null;
        }

        Dictionary<string, string> lines = output.Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(line => line.Split('=', 2)).ToDictionary(pair => pair[0], pair => pair[1]);
        return new StoreServer(Chosen(lines.GetValueOrDefault), lines[FolderName]);
    }

    /// <summary>A client of it, to prepare and to judge.</summary>
    public S3Client Connect() => new(
        new S3ClientOptions { Endpoint = Settings[EndpointName], Region = Settings["DOPPEL_S3_REGION"] },
        S3CredentialsProvider.Fixed(new S3Credentials
        {
            AccessKeyId = Settings["DOPPEL_S3_ACCESS_KEY"],
            SecretAccessKey = Settings["DOPPEL_S3_SECRET_KEY"],
        }));

    /// <inheritdoc/>
    public void Dispose()
    {
        if (_folder is not null)
        {
            Script("stop", _folder);
        }
    }

    private static Dictionary<string, string> Chosen(Func<string, string?> setting) => s_names.ToDictionary(
        name => name,
        name => setting(name) ?? (name == "DOPPEL_S3_REGION" ? "us-east-1"
            : throw new InvalidOperationException($"{name} is not set.")));

    private static (int Code, string Output, string Errors) Script(params string[] arguments)
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
