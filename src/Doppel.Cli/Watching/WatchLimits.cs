using System.Globalization;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Explains why changes cannot be watched, and what to set.</summary>
internal static class WatchLimits
{
    private const string Folder = "/proc/sys/fs/inotify/";
    private const long Usual = 1 << 20;

    /// <summary>Returns the error for a failure of the source of changes.</summary>
    internal static UsageException Explain(IVolume volume, VolumeError failure) => failure.Kind switch
    {
        VolumeErrorKind.Limit => Explain(
            "max_user_watches", "folders and files", "there are more folders than the system lets you watch"),
        VolumeErrorKind.TooManyOpen => Explain(
            "max_user_instances", "programs that watch folders", "too many programs of yours watch folders"),
        _ => new UsageException($"cannot watch for changes: {volume.Describe(failure)}"),
    };

    private static UsageException Explain(string name, string what, string reason)
    {
        long limit = LimitOf(name);
        string now = limit > 0
            ? string.Create(CultureInfo.InvariantCulture, $" (the limit is {limit:N0} {what})")
            : "";
        long more = limit >= Usual ? 2 * limit : Usual;
        string wanted = (name == "max_user_watches" ? more : 2 * Math.Max(limit, 128))
            .ToString(CultureInfo.InvariantCulture);
        return new UsageException(
            reason + now, $"as root: sysctl fs.inotify.{name}={wanted} (in /etc/sysctl.d to keep it)");
    }

    private static long LimitOf(string name)
    {
        try
        {
            string text = File.ReadAllText(Folder + name).Trim();
            return long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long limit) ? limit : 0;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return 0;
        }
    }
}
