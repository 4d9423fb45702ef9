using Doppel.Cli.Arguments;
using Doppel.Cli.Output;
using Doppel.Cli.Platform;
using Doppel.Volumes;

namespace Doppel.Cli.Profiles;

/// <summary>What was measured of this user's devices, in a file of the folder where Doppel keeps what it remembers.
/// </summary>
internal sealed class TuningStore
{
    private const string FileName = "/tuning.json";

    private readonly string? _path;

    /// <summary>The store in a file, which need not exist; without one nothing is kept.</summary>
    internal TuningStore(string? path) => _path = path;

    /// <summary>The store of this user.</summary>
    internal static TuningStore OfUser(Func<string, string?> environment)
    {
        byte[]? folder = UserFolders.StateOf(environment);
        string? text = folder is null ? null : ByteText.FromBytes(folder) + FileName;
        return new TuningStore(text is not null && ByteText.IsPlain(text) ? text : null);
    }

    /// <summary>What is there. A file that is missing, damaged or not to be read says nothing: it only hints.</summary>
    /// <exception cref="UsageException">It is not a regular file, or too large to be this program's.</exception>
    internal IReadOnlyList<DeviceTuning> Read()
    {
        try
        {
            return _path is not null && Path.Exists(_path) ? DeviceTunings.Parse(SmallFile.Read(_path)) : [];
        }
        catch (UnusableFileException unusable)
        {
            throw new UsageException($"cannot read {Quote.Text(_path!)}: {unusable.Message}", SmallFile.Hint);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    /// <summary>Keeps what was measured of a device in place of what was known of it.</summary>
    /// <exception cref="UsageException">The file cannot be written, or nobody says where it is to be.</exception>
    internal void Keep(DeviceTuning tuning) => Write(
        [.. Read().Where(one => one.Device != tuning.Device || one.Model != tuning.Model), tuning]);

    /// <summary>Drops what is known of devices.</summary>
    /// <returns>Those that something was known of.</returns>
    /// <exception cref="UsageException">The file cannot be written.</exception>
    internal IReadOnlyList<DeviceTuning> Forget(IReadOnlyList<PhysicalDevice> devices)
    {
        IReadOnlyList<DeviceTuning> all = Read();
        DeviceTuning[] gone = [.. all.Where(one => devices.Any(one.IsOf))];
        if (gone.Length > 0)
        {
            Write([.. all.Except(gone)]);
        }

        return gone;
    }

    private void Write(IReadOnlyList<DeviceTuning> tunings)
    {
        if (_path is null)
        {
            throw new UsageException("no folder to save it in", "set HOME or XDG_STATE_HOME");
        }

        // What was measured first goes first, so that what is written can be read.
        byte[] bytes = DeviceTunings.Render(tunings);
        for (int dropped = 1; bytes.Length > SmallFile.BytesMax; dropped++)
        {
            bytes = DeviceTunings.Render([.. tunings.Skip(dropped)]);
        }

        string temporary = $"{_path}.{Environment.ProcessId}.tmp";
        try
        {
            Directory.CreateDirectory(Path.GetDirectoryName(_path)!);
            File.WriteAllBytes(temporary, bytes);
            File.Move(temporary, _path, overwrite: true);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"cannot write {Quote.Text(_path)}: {SystemText.Of(failure)}");
        }
    }
}
