using System.Buffers;
using System.Text;
using System.Text.Unicode;

namespace Doppel.Volumes;

/// <summary>Passes the entries of a listing to a visitor.</summary>
internal sealed class Listing(PortableSystem system, string folder, FactFields wanted, IEntryVisitor visitor)
{
    private byte[] _name = new byte[1024];
    private HashSet<string>? _replaced;

    /// <summary>Handles the current entry of the enumerator.</summary>
    public void Take(FolderNames names)
    {
        ReadOnlySpan<char> text = names.Name;
        ReadOnlySpan<byte> name = Encode(text, out bool isText);
        EntryKind kind = system.ListsFacts ? ListedKind(names.Attributes) : EntryKind.Unknown;
        if (!visitor.Wants(name, kind))
        {
            return;
        }

        if (!isText || (text.Contains('\uFFFD') && !IsFirst(text)))
        {
            visitor.Fail(name, new VolumeError(VolumeErrorKind.BadName));
            return;
        }

        if (kind != EntryKind.Unknown && (kind != EntryKind.File || (wanted & ~FactFields.Size) == FactFields.None))
        {
            bool offline = WindowsSystem.IsOffline((uint)names.Attributes);
            visitor.Visit(name, new FileFacts { Kind = kind, Size = names.Length, Offline = offline });
            return;
        }

        VolumeError error = system.Stat(system.Join(folder, text), LinkPolicy.Stay, out FileFacts facts);
        if (!error.Failed)
        {
            visitor.Visit(name, facts);
        }
        else
        {
            // Bytes that are not UTF-8 were replaced with U+FFFD, and there is no file with that name.
            bool replaced = error.Kind == VolumeErrorKind.Vanished && text.Contains('\uFFFD');
            visitor.Fail(name, replaced ? new VolumeError(VolumeErrorKind.BadName, error.Code) : error);
        }
    }

    // The entry itself must be examined if its kind depends on the tag of a reparse point.
    private static EntryKind ListedKind(FileAttributes attributes) =>
        (attributes & (FileAttributes.ReparsePoint | FileAttributes.Directory)) switch
        {
            0 => EntryKind.File,
            FileAttributes.Directory => EntryKind.Folder,
            _ => EntryKind.Unknown,
        };

    // If two names have the same text, it can refer to at most one of them.
    private bool IsFirst(ReadOnlySpan<char> text) => (_replaced ??= []).Add(text.ToString());

    private ReadOnlySpan<byte> Encode(ReadOnlySpan<char> text, out bool isText)
    {
        int most = Encoding.UTF8.GetMaxByteCount(text.Length);
        if (most > _name.Length)
        {
            _name = new byte[most];
        }

        OperationStatus status = Utf8.FromUtf16(text, _name, out _, out int count, replaceInvalidSequences: false);
        isText = status == OperationStatus.Done;
        if (!isText)
        {
            count = Encoding.UTF8.GetBytes(text, _name);
        }

        return _name.AsSpan(0, count);
    }
}
