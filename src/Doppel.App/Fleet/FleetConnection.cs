using System.Text;
using Doppel.Fleet;

namespace Doppel.App;

/// <summary>The server of a fleet, as options and the environment specify it.</summary>
internal sealed class FleetConnection
{
    internal const string ServerVariable = "DOPPEL_FLEET_SERVER";

    internal const string DatabaseDefault = FleetServer.DatabaseDefault;

    internal static readonly TimeSpan RetryForDefault = TimeSpan.FromMinutes(1);

    /// <summary>Gets or sets the URL of the server; null if no option specifies it.</summary>
    internal string? Server { get; set; }

    internal string User { get; set; } = "default";

    /// <summary>Gets or sets the file with the password as <see cref="ByteText"/>; null if there is none.</summary>
    internal string? PasswordFile { get; set; }

    internal string Database { get; set; } = DatabaseDefault;

    internal TimeSpan RetryFor { get; set; } = RetryForDefault;

    /// <summary>Returns the server.</summary>
    /// <exception cref="UsageException">
    /// None is specified, its URL is invalid, or the password cannot be read.
    /// </exception>
    internal FleetServer Resolve(AppEnvironment environment)
    {
        string? text = Server ?? environment.Environment(ServerVariable);
        if (string.IsNullOrEmpty(text))
        {
            throw new UsageException(
                "no server is given", $"--server http://db.example.org:8123, or the same in ${ServerVariable}");
        }

        if (!Uri.TryCreate(text, UriKind.Absolute, out Uri? address) || address.Scheme is not ("http" or "https")
            || address.PathAndQuery != "/" || address.UserInfo.Length > 0)
        {
            throw new UsageException(
                $"{Quote.Text(text)} is not the URL of a server",
                "it has a scheme, a host and a port, such as https://db.example.org:8443; the user is --user");
        }

        return new FleetServer
        {
            Address = address,
            User = User,
            Password = PasswordFile is { } file ? ReadPassword(file) : "",
            Database = Database,
            RetryFor = RetryFor,
            Time = environment.Clock,
        };
    }

    private static string ReadPassword(string file)
    {
        try
        {
            // A group may read it: that is how root lends a password to a service.
            byte[] password = SmallFile.Read(file, out UnixFileMode mode);
            return !mode.HasFlag(UnixFileMode.OtherRead)
                ? Encoding.UTF8.GetString(password).TrimEnd('\r', '\n')
                : throw new UsageException(
                    $"all users of this machine may read the password in {Quote.Text(file)}",
                    $"chmod o= {Quote.Text(file)}");
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"cannot read the password from {Quote.Text(file)}: {SystemText.Of(failure)}");
        }
    }
}
