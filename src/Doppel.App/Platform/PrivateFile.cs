using Doppel.Volumes;

namespace Doppel.App;

/// <summary>Writes small files that only their owner can read, such as profiles and the notes of a search.</summary>
internal static class PrivateFile
{
    private const UnixFileMode Owner = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    /// <summary>
    /// Writes a whole file, and creates its folder if necessary. If it fails, an existing file remains as it was.
    /// </summary>
    /// <param name="path">The absolute path.</param>
    /// <param name="content">The content.</param>
    /// <exception cref="UsageException">The file cannot be written.</exception>
    internal static void Write(string path, ReadOnlySpan<byte> content)
    {
        string temporary = $"{path}.{Environment.ProcessId}.tmp";
        try
        {
            CreateFolder(Path.GetDirectoryName(path)!);
            using (var stream = new DiskStream(temporary, Options()))
            {
                stream.Write(content);
            }

            File.Move(temporary, path, overwrite: true);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"cannot write {Quote.Text(path)}: {SystemText.Of(failure)}");
        }
    }

    // CreateDirectory applies the mode only to the last folder of a path, so those above come first.
    private static void CreateFolder(string path)
    {
        if (OperatingSystem.IsWindows())
        {
            Directory.CreateDirectory(path);
        }
        else if (!Directory.Exists(path))
        {
            CreateFolder(Path.GetDirectoryName(path)!);
            Directory.CreateDirectory(path, Owner | UnixFileMode.UserExecute);
        }
    }

    private static FileStreamOptions Options()
    {
        var options = new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write, BufferSize = 0 };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = Owner;
        }

        return options;
    }
}
