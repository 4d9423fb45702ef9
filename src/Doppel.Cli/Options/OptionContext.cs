using Doppel.Acting;
using Doppel.Cli.Arguments;
using Doppel.Cli.Output;
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

    /// <summary>A folder by its path.</summary>
    internal ReferenceFolder ParseReference(string value)
    {
        byte[] typed = ByteText.ToBytes(value);
        VolumeError error = ReferenceFolder.Look(volume, paths.ToAbsolute(typed), out ReferenceFolder? folder);
        return error.Failed
            ? throw new UsageException($"cannot open {Quote.Name(typed)}: {volume.Describe(error)}")
            : folder!;
    }

    /// <summary><c>PATH=KIND</c> or <c>PATH=N</c>; a path may hold '=', so the last one parts them.</summary>
    internal DeviceRule ParseDevice(string value)
    {
        int equals = value.LastIndexOf('=');
        if (equals <= 0)
        {
            throw new UsageException($"{Quote.Text(value)} is not PATH=KIND", DeviceText.Hint);
        }

        (DeviceKind kind, int width) = DeviceText.ParseRule(value[(equals + 1)..]);
        byte[] typed = ByteText.ToBytes(value[..equals]);
        byte[] path = paths.ToAbsolute(typed);
        VolumeError error = volume.Stat(FolderHandle.None, path, LinkPolicy.Follow, FactFields.None, out FileFacts _);
        return error.Failed
            ? throw new UsageException($"cannot open {Quote.Name(typed)}: {volume.Describe(error)}")
            : new DeviceRule(path, kind, width);
    }
}
