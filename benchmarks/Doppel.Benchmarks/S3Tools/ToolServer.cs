using Doppel.Benchmarks.S3Clients.Clients;

namespace Doppel.Benchmarks.S3Tools;

/// <summary>The server as the programs are told of it: by variables and by files of settings.</summary>
internal sealed class ToolServer
{
    /// <summary>The name of the server in the settings of rclone.</summary>
    public const string RcloneRemote = "bench";

    /// <summary>The profile with which awscli makes one request at a time.</summary>
    public const string OneTransferProfile = "one";

    // Settings of whoever runs this must not take part.
    private static readonly string[] s_foreign = ["AWS_", "RCLONE_", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];

    private readonly ClientSettings _settings;
    private readonly string _folder;

    /// <summary>Writes the files of settings.</summary>
    /// <param name="settings">The server, without TLS.</param>
    /// <param name="folder">An existing folder for the files.</param>
    public ToolServer(ClientSettings settings, string folder)
    {
        _settings = settings;
        _folder = folder;
        string host = new Uri(settings.Endpoint).Authority;
        File.WriteAllText(S3CmdFile, $"""
            [default]
            access_key = {settings.AccessKey}
            secret_key = {settings.SecretKey}
            bucket_location = {settings.Region}
            host_base = {host}
            host_bucket = {host}
            use_https = False

            """);
        File.WriteAllText(AwsFile, $"""
            [profile {OneTransferProfile}]
            s3 =
              max_concurrent_requests = 1

            """);

        // A profile takes no keys from the environment.
        File.WriteAllText(AwsKeysFile, $"""
            [{OneTransferProfile}]
            aws_access_key_id = {settings.AccessKey}
            aws_secret_access_key = {settings.SecretKey}

            """);
    }

    /// <summary>The address of the server.</summary>
    public string Endpoint => _settings.Endpoint;

    /// <summary>The settings of s3cmd.</summary>
    public string S3CmdFile => Path.Combine(_folder, "s3cmd.ini");

    private string AwsFile => Path.Combine(_folder, "aws.ini");

    private string AwsKeysFile => Path.Combine(_folder, "aws-keys.ini");

    /// <summary>Sets the variables of a process, and removes those of the same kind that it would inherit.</summary>
    public void Prepare(IDictionary<string, string?> environment)
    {
        foreach (string name in environment.Keys.Where(IsForeign).ToArray())
        {
            environment.Remove(name);
        }

        environment["AWS_ENDPOINT_URL_S3"] = _settings.Endpoint;
        environment["AWS_ACCESS_KEY_ID"] = _settings.AccessKey;
        environment["AWS_SECRET_ACCESS_KEY"] = _settings.SecretKey;
        environment["AWS_DEFAULT_REGION"] = _settings.Region;
        environment["AWS_CONFIG_FILE"] = AwsFile;
        environment["AWS_SHARED_CREDENTIALS_FILE"] = AwsKeysFile;
        environment["RCLONE_CONFIG"] = Path.Combine(_folder, "rclone.conf");
        string remote = $"RCLONE_CONFIG_{RcloneRemote.ToUpperInvariant()}_";
        environment[remote + "TYPE"] = "s3";
        environment[remote + "PROVIDER"] = "Ceph";
        environment[remote + "ENDPOINT"] = _settings.Endpoint;
        environment[remote + "ACCESS_KEY_ID"] = _settings.AccessKey;
        environment[remote + "SECRET_ACCESS_KEY"] = _settings.SecretKey;
        environment[remote + "REGION"] = _settings.Region;
    }

    private static bool IsForeign(string name) =>
        Array.Exists(s_foreign, one => name.StartsWith(one, StringComparison.OrdinalIgnoreCase));
}
