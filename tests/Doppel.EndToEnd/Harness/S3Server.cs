using System.Diagnostics;
using System.Globalization;

namespace Doppel.EndToEnd.Harness;

/// <summary>A real S3 server, and <c>doppel s3</c> that speaks with it.</summary>
/// <remarks>The one that DOPPEL_S3_ENDPOINT names, or what eng/s3-server starts, once for all tests.</remarks>
internal sealed class S3Server
{
    private static readonly Lazy<S3Server?> s_shared = new(Open);

    private readonly Dictionary<string, string?> _environment;

    private S3Server(Func<string, string?> setting)
    {
        string Needed(string name) => setting(name) ?? throw new InvalidOperationException($"{name} is not set.");
        Endpoint = new Uri(Needed("DOPPEL_S3_ENDPOINT"));
        Secret = Needed("DOPPEL_S3_SECRET_KEY");
        Folder = setting("DOPPEL_S3_DIR");
        _environment = new Dictionary<string, string?>(DoppelProgram.Start().Environment)
        {
            ["AWS_ACCESS_KEY_ID"] = Needed("DOPPEL_S3_ACCESS_KEY"),
            ["AWS_SECRET_ACCESS_KEY"] = Secret,
            ["AWS_SESSION_TOKEN"] = null,
            ["AWS_PROFILE"] = null,
            ["AWS_REGION"] = setting("DOPPEL_S3_REGION") ?? "us-east-1",
            ["AWS_CONFIG_FILE"] = "/dev/null",
            ["AWS_SHARED_CREDENTIALS_FILE"] = "/dev/null",
            ["AWS_ENDPOINT_URL_S3"] = Endpoint.OriginalString,
        };
    }

    /// <summary>Where it serves.</summary>
    public Uri Endpoint { get; }

    /// <summary>Where the server keeps its files; null for a server elsewhere.</summary>
    public string? Folder { get; }

    /// <summary>The access key.</summary>
    public string AccessKey => _environment["AWS_ACCESS_KEY_ID"]!;

    /// <summary>The secret key, which nothing may show.</summary>
    public string Secret { get; }

    /// <summary>The server of this run; the test is skipped where Debian's packages for one are missing.</summary>
    public static S3Server Get()
    {
        if (s_shared.Value is null)
        {
            Needs.Miss("needs a real S3 server: apt install radosgw ceph-mon ceph-osd ceph-common");
        }

        return s_shared.Value!;
    }

    /// <summary>How to start <c>doppel s3</c> with these arguments.</summary>
    public ProcessStart Start(params IReadOnlyList<ByteName> arguments) => StartAny(["s3", .. arguments]);

    /// <summary>How to start any command that speaks with the server.</summary>
    public ProcessStart StartAny(IReadOnlyList<ByteName> arguments) =>
        (DoppelProgram.Start(arguments) with { Environment = _environment }).WithOwnState();

    /// <summary>The same with some variables changed.</summary>
    public ProcessStart StartWith(string variable, string? value, params IReadOnlyList<ByteName> arguments) =>
        Start(arguments) with
        {
            Environment = new Dictionary<string, string?>(Start(arguments).Environment) { [variable] = value },
        };

    /// <summary>The same through another address, such as that of a proxy.</summary>
    public ProcessStart Through(Uri endpoint, params IReadOnlyList<ByteName> arguments) =>
        StartWith("AWS_ENDPOINT_URL_S3", endpoint.OriginalString, arguments);

    /// <summary>Runs <c>doppel s3</c> to its end.</summary>
    public ProcessEnd Run(params IReadOnlyList<ByteName> arguments) => Tool.Run(Start(arguments));

    /// <summary>Makes a bucket of a name that no other test has.</summary>
    public string NewBucket()
    {
        string bucket = $"cli-{Environment.ProcessId}-{Stopwatch.GetTimestamp():x}";
        Run("mb", $"s3://{bucket}").MustSucceed();
        return bucket;
    }

    /// <summary>Stores an object.</summary>
    public void Put(string bucket, string key, byte[] content) => Tool.Run(
        Start("cp", "--overwrite", "-q", "-", $"s3://{bucket}/{key}") with { Input = content }).MustSucceed();

    /// <summary>Reads an object.</summary>
    public byte[] Get(string bucket, string key) => Run("cat", $"s3://{bucket}/{key}").MustSucceed().Output;

    private static S3Server? Open()
    {
        if (Environment.GetEnvironmentVariable("DOPPEL_S3_ENDPOINT") is not null)
        {
            return new S3Server(Environment.GetEnvironmentVariable);
        }

        // It ends with this process, however this ends.
        string script = Path.Combine(SourceTree.Root, "eng", "s3-server");
        string id = Environment.ProcessId.ToString(CultureInfo.InvariantCulture);
        ProcessEnd start = Tool.Run(script, "start", "--while", id);
        if (start.ExitCode == 2 && start.ErrorText.Contains("missing", StringComparison.Ordinal))
        {
            return null;
        }

        Dictionary<string, string> settings = start.MustSucceed().OutputText
            .Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.Split('=', 2))
            .ToDictionary(pair => pair[0], pair => pair[1]);
        return new S3Server(settings.GetValueOrDefault);
    }
}
