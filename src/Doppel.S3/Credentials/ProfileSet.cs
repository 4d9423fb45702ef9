namespace Doppel.S3;

/// <summary>All profiles in the shared files, as currently stored.</summary>
internal sealed class ProfileSet
{
    internal const string Who = "shared files";

    private const int BytesMax = 1024 * 1024;
    private const string ConfigName = "AWS_CONFIG_FILE";
    private const string CredentialsName = "AWS_SHARED_CREDENTIALS_FILE";

    private readonly Dictionary<string, Profile> _profiles = [];

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

    private async ValueTask AddAsync(string path, bool isConfig, CancellationToken cancellationToken)
    {
        string? text =
            await BoundedRead.ReadFileAsync(Who, path, BytesMax, cancellationToken).ConfigureAwait(false);
        ProfileFile.Read(text ?? "", path, isConfig, _profiles);
    }

    private static string PathOf(S3CredentialsOptions options, string variable, string name)
    {
        string home = options.Variable(OperatingSystem.IsWindows() ? "USERPROFILE" : "HOME")
            ?? Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);
        string path = options.Variable(variable) ?? Path.Combine(home, ".aws", name);
        return path is ['~', '/' or '\\', ..] ? Path.Combine(home, path[2..]) : path;
    }
}
