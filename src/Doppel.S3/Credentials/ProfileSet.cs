namespace Doppel.S3;

/// <summary>All profiles in the shared files, as currently stored.</summary>
internal sealed class ProfileSet
{
    internal const string Who = "shared files";

    private const int BytesMax = 1024 * 1024;
    private const string ConfigName = "AWS_CONFIG_FILE";
    private const string CredentialsName = "AWS_SHARED_CREDENTIALS_FILE";

    private readonly Dictionary<string, Profile> _profiles = [];
    private readonly Dictionary<string, Profile> _services = [];

    private ProfileSet(string configPath, string credentialsPath) => Paths = $"'{credentialsPath}' and '{configPath}'";

    /// <summary>The paths of both files, for messages.</summary>
    internal string Paths { get; }

    internal Profile? this[string name] => _profiles.GetValueOrDefault(name);

    internal static string NameOf(S3CredentialsOptions options) => AskedName(options) ?? "default";

    /// <summary>Returns the name of the requested profile, or null if none was requested.</summary>
    internal static string? AskedName(S3CredentialsOptions options) =>
        options.Profile ?? options.Variable("AWS_PROFILE");

    internal static async ValueTask<ProfileSet> ReadAsync(
        S3CredentialsOptions options, CancellationToken cancellationToken)
    {
        string config = PathOf(options, ConfigName, "config");
        string credentials = PathOf(options, CredentialsName, "credentials");
        var set = new ProfileSet(config, credentials);

        // The credentials file is read second, because its values take precedence.
        await set.AddAsync(config, isConfig: true, cancellationToken).ConfigureAwait(false);
        await set.AddAsync(credentials, isConfig: false, cancellationToken).ConfigureAwait(false);
        return set;
    }

    /// <summary>
    /// Returns the S3 endpoint of a profile, which its section <c>services</c> overrides, or null if it has none.
    /// </summary>
    internal string? EndpointOf(Profile? profile)
    {
        if (profile is null || S3CredentialsOptions.IsTrue(profile["ignore_configured_endpoint_urls"]))
        {
            return null;
        }

        Profile? services = profile["services"] is { } name ? _services.GetValueOrDefault(name) : null;
        return services?["s3.endpoint_url"] ?? profile["endpoint_url"];
    }

    private async ValueTask AddAsync(string path, bool isConfig, CancellationToken cancellationToken)
    {
        string? text =
            await BoundedRead.ReadFileAsync(Who, path, BytesMax, cancellationToken).ConfigureAwait(false);
        AwsProfileFile.Read(text ?? "", path, isConfig, _profiles, _services);
    }

    private static string PathOf(S3CredentialsOptions options, string variable, string name)
    {
        string home = options.Variable(OperatingSystem.IsWindows() ? "USERPROFILE" : "HOME")
            ?? Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);
        string path = options.Variable(variable) ?? Path.Combine(home, ".aws", name);
        return path is ['~', '/' or '\\', ..] ? Path.Combine(home, path[2..]) : path;
    }
}

/// <summary>
/// A profile in the shared files: values by lowercase names. <c>ToString</c> shows no value.
/// </summary>
internal sealed class Profile(string name)
{
    private readonly Dictionary<string, string> _values = [];

    internal string Name { get; } = name;

    /// <summary>Returns the value of a name, or null if it is missing or empty.</summary>
    internal string? this[string name] => _values.GetValueOrDefault(name) is { Length: > 0 } value ? value : null;

    public override string ToString() => $"profile '{Name}'";

    /// <summary>Sets a value. A later value replaces an earlier one.</summary>
    internal void Set(string name, string value) => _values[name] = value;

    /// <summary>Appends a line to a value.</summary>
    internal void Continue(string name, string line) => _values[name] += "\n" + line;
}
