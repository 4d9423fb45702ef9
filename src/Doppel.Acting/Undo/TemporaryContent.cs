using System.Text;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Brings content from elsewhere into a temporary file, from which a deleted file is rebuilt.</summary>
internal static class TemporaryContent
{
    /// <summary>Opens a temporary file with content from elsewhere.</summary>
    /// <param name="volume">Opens the file.</param>
    /// <param name="fetch">Writes the content to a file, and returns why that is not possible, or null.</param>
    /// <param name="file">
    /// The file, which the caller must close once, or <see cref="FileHandle.None"/> after a failure.
    /// </param>
    /// <returns>Why there is none, or null on success.</returns>
    internal static string? Open(IChangeableVolume volume, Func<FileStream, string?> fetch, out FileHandle file)
    {
        file = FileHandle.None;
        DirectoryInfo folder = Directory.CreateTempSubdirectory("doppel-");
        try
        {
            string path = Path.Combine(folder.FullName, "content");
            using (FileStream target = File.Create(path))
            {
                if (fetch(target) is { } why)
                {
                    return why;
                }
            }

            VolumeError error = volume.OpenFile(
                FolderHandle.None, Encoding.UTF8.GetBytes(path.Replace('\\', '/')), out file, out _);
            return error.Failed ? volume.Describe(error) : null;
        }
        catch (ArgumentOutOfRangeException failure)
        {
            return DiskStream.TooLarge(failure).Message;
        }
        finally
        {
            // The file stays open without a name where systems allow that.
            Delete(folder);
        }
    }

    private static void Delete(DirectoryInfo folder)
    {
        try
        {
            folder.Delete(recursive: true);
        }
        catch (IOException)
        {
            // Windows keeps an open file until it is closed; its temporary folder is cleaned up by the system.
        }
    }
}
