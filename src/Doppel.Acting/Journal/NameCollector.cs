using System.Text;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Collects the names of the entries in a folder.</summary>
internal sealed class NameCollector : IEntryVisitor
{
    internal List<string> Names { get; } = [];

    public bool Wants(ReadOnlySpan<byte> name, EntryKind kind) => true;

    public void Visit(ReadOnlySpan<byte> name, in FileFacts facts) => Names.Add(Encoding.UTF8.GetString(name));

    public void Fail(ReadOnlySpan<byte> name, VolumeError failure) => Names.Add(Encoding.UTF8.GetString(name));
}
