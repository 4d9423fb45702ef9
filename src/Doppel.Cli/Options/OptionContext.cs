using Doppel.Cli.Arguments;
using Doppel.Cli.Roots;
using Doppel.Cli.Values;
using Doppel.Volumes;

namespace Doppel.Cli.Options;

/// <summary>What flags need to know of the world to be read.</summary>
internal sealed class OptionContext(TimeProvider clock, IVolume volume, RootPaths paths)
{
    /// <summary>A date, a duration before now, or the mtime of a file.</summary>
    internal FileTime ParseTime(string value)
    {
        if (TimeText.TryParse(value, clock, out FileTime time))
        {
            return time;
        }

        byte[] path = paths.ToAbsolute(ByteText.ToBytes(value));
        VolumeError error = volume.Stat(
            FolderHandle.None, path, LinkPolicy.Follow, FactFields.Times, out FileFacts facts);
        return error.Failed ? throw new UsageException($"'{value}' is no time", TimeText.Hint) : facts.Modified;
    }
}
