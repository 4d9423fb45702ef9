using System.Runtime.InteropServices;
using Doppel.Testing.Trees;

namespace Doppel.Testing.Processes;

/// <summary>A null-terminated array of null-terminated strings in native memory.</summary>
internal sealed unsafe class NativeStrings : IDisposable
{
    private readonly nint* _strings;
    private readonly int _count;

    public NativeStrings(IEnumerable<ByteName> strings)
    {
        byte[][] all = [.. strings.Select(LibC.Terminated)];
        _count = all.Length;
        _strings = (nint*)NativeMemory.AllocZeroed((nuint)_count + 1, (nuint)sizeof(nint));
        for (int i = 0; i < _count; i++)
        {
            _strings[i] = (nint)NativeMemory.Alloc((nuint)all[i].Length);
            all[i].CopyTo(new Span<byte>((void*)_strings[i], all[i].Length));
        }
    }

    public nint Pointer => (nint)_strings;

    public void Dispose()
    {
        for (int i = 0; i < _count; i++)
        {
            NativeMemory.Free((void*)_strings[i]);
        }

        NativeMemory.Free(_strings);
    }
}
