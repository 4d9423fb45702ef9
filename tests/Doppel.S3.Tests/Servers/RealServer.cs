using System.Globalization;
using Doppel.Testing;
using Doppel.Testing.Processes;

namespace Doppel.S3.Tests.Servers;

/// <summary>A real S3: the one that DOPPEL_S3_ENDPOINT names, or Ceph's gateway, started once for all tests.</summary>
/// <param name="Endpoint">Where it serves.</param>
/// <param name="AccessKey">The access key of an account that may do everything.</param>
/// <param name="SecretKey">Its secret.</param>
/// <param name="Region">The region to sign for.</param>
internal sealed record RealServer(Uri Endpoint, string AccessKey, string SecretKey, string Region)
{
    private static readonly Lazy<Task<RealServer?>> s_shared = new(() => Task.Run(Open));

    /// <summary>The same with TLS; null where there is none.</summary>
    public Uri? HttpsEndpoint { get; private init; }

    /// <summary>The file with the certificate to trust, in PEM; null where the system's are enough.</summary>
    public string? CertificateFile { get; private init; }

    /// <summary>What the library signs with.</summary>
    public S3Credentials Credentials => new() { AccessKeyId = AccessKey, SecretAccessKey = SecretKey };

    private static int s_names;

    /// <summary>A client of it.</summary>
    /// <param name="change">Changes what is set besides endpoint and region.</param>
    /// <param name="secret">Another secret than the right one.</param>
    public S3Client Client(Func<S3ClientOptions, S3ClientOptions>? change = null, string? secret = null)
    {
        S3Credentials signs = Credentials with { SecretAccessKey = secret ?? SecretKey };
        var options = new S3ClientOptions { Endpoint = Endpoint.GetLeftPart(UriPartial.Authority), Region = Region };
        return new S3Client(change?.Invoke(options) ?? options, S3CredentialsProvider.Fixed(signs));
    }

    /// <summary>A name for a bucket that nobody else has.</summary>
    public static string NewBucket() => string.Create(
        CultureInfo.InvariantCulture,
        $"doppel-{Environment.ProcessId}-{Environment.TickCount64}-{Interlocked.Increment(ref s_names)}");

    /// <summary>The script that starts and stops one.</summary>
    public static string Script => Path.Combine(SourceTree.Root, "eng", "s3-server");

    /// <summary>The server of this run; the test is skipped where Debian's packages for one are missing.</summary>
    public static async Task<RealServer> GetAsync()
    {
        RealServer? server = await s_shared.Value;
        if (server is null)
        {
            Assert.False(TestRun.IsBuildServer, "needs radosgw ceph-mon ceph-osd ceph-common openssl");
            Assert.Skip("needs a real S3 server: apt install radosgw ceph-mon ceph-osd ceph-common openssl");
        }

        return server!;
    }

    private static RealServer? Open()
    {
        if (Environment.GetEnvironmentVariable("DOPPEL_S3_ENDPOINT") is not null)
        {
            return From(Environment.GetEnvironmentVariable);
        }

        if (!OperatingSystem.IsLinux())
        {
            return null;
        }

        // It ends with this process, however this ends.
        string id = Environment.ProcessId.ToString(CultureInfo.InvariantCulture);
        ProcessEnd start = Tool.Run(Script, "start", "--https", "--while", id);
        return start.ExitCode == 2 && start.ErrorText.Contains("missing", StringComparison.Ordinal)
            ? null
            : From(Settings(start.MustSucceed()).GetValueOrDefault);
    }

    /// <summary>Reads the lines that the script prints.</summary>
    public static Dictionary<string, string> Settings(ProcessEnd start) => start.OutputText
        .Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.Split('=', 2))
        .ToDictionary(pair => pair[0], pair => pair[1]);

    private static RealServer From(Func<string, string?> setting)
    {
        string Needed(string name) => setting(name) ?? throw new InvalidOperationException($"{name} is not set.");
        return new RealServer(
            new Uri(Needed("DOPPEL_S3_ENDPOINT")),
            Needed("DOPPEL_S3_ACCESS_KEY"),
            Needed("DOPPEL_S3_SECRET_KEY"),
            setting("DOPPEL_S3_REGION") ?? "us-east-1")
        {
            HttpsEndpoint = setting("DOPPEL_S3_HTTPS_ENDPOINT") is { } https ? new Uri(https) : null,
            CertificateFile = setting("DOPPEL_S3_CERTIFICATE"),
        };
    }
}
