using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text;

namespace Doppel.Pooling.Tests.Support;

/// <summary>
/// The public surface of an assembly as text, a line for each member, in an order that does not change.
/// </summary>
internal static class ApiText
{
    private const BindingFlags Own = BindingFlags.Public | BindingFlags.NonPublic
        | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    internal static string Of(Assembly assembly)
    {
        var text = new StringBuilder();
        foreach (Type type in assembly.GetExportedTypes().OrderBy(static type => type.FullName, StringComparer.Ordinal))
        {
            text.Append(Header(type)).Append('\n');
            foreach (string member in Members(type).Distinct().Order(StringComparer.Ordinal))
            {
                text.Append("    ").Append(member).Append('\n');
            }
        }

        return text.ToString();
    }

    private static string Header(Type type)
    {
        string kind = type.IsEnum ? "enum"
            : typeof(Delegate).IsAssignableFrom(type) ? "delegate"
            : type.IsValueType ? "struct"
            : type.IsInterface ? "interface"
            : type is { IsAbstract: true, IsSealed: true } ? "static class"
            : type.IsSealed ? "sealed class"
            : type.IsAbstract ? "abstract class" : "class";
        Type? parent = type.BaseType == typeof(object) || type.IsValueType ? null : type.BaseType;
        IEnumerable<Type> parents = type.GetInterfaces().Where(static one => one.IsPublic)
            .Where(one => type.BaseType is null || !type.BaseType.GetInterfaces().Contains(one));
        string[] names = [.. parents.Prepend(parent).OfType<Type>().Select(Name)];
        return $"{kind} {type.Namespace}.{Name(type)}{(names.Length == 0 ? "" : " : " + string.Join(", ", names))}";
    }

    private static IEnumerable<string> Members(Type type)
    {
        foreach (MemberInfo member in type.GetMembers(Own))
        {
            switch (member)
            {
                case FieldInfo { IsSpecialName: false } field when IsSeen(field.Attributes):
                    yield return (type.IsEnum ? "" : field.IsLiteral ? "const " : field.IsStatic ? "static " : "")
                        + (type.IsEnum ? "" : Name(field.FieldType) + " ")
                        + field.Name + (field.IsLiteral ? $" = {field.GetRawConstantValue()}" : "");
                    break;
                case PropertyInfo property when property.GetAccessors(true).Any(static one => IsSeen(one.Attributes)):
                    string accessors = string.Join(" ", property.GetAccessors(true)
                        .Where(static one => IsSeen(one.Attributes)).Select(Accessor));
                    yield return $"{Name(property.PropertyType)} {property.Name}{Indices(property)} {{ {accessors} }}";
                    break;
                case EventInfo happening when IsSeen(happening.AddMethod!.Attributes):
                    yield return $"event {Name(happening.EventHandlerType!)} {happening.Name}";
                    break;
                case ConstructorInfo constructor when IsSeen(constructor.Attributes):
                    yield return $"{type.Name.Split('`')[0]}({Parameters(constructor)})";
                    break;
                case MethodInfo method when IsSeen(method.Attributes) && !IsMade(method):
                    yield return (method.IsStatic ? "static " : method is { IsVirtual: true, IsFinal: false }
                        ? "virtual "
                        : "")
                        + $"{Name(method.ReturnType)} {method.Name}{Arguments(method)}({Parameters(method)})";
                    break;
                default:
                    break;
            }
        }
    }

    private static bool IsSeen(FieldAttributes attributes) =>
        (attributes & FieldAttributes.FieldAccessMask) is FieldAttributes.Public or FieldAttributes.Family;

    private static bool IsSeen(MethodAttributes attributes) =>
        (attributes & MethodAttributes.MemberAccessMask) is MethodAttributes.Public or MethodAttributes.Family;

    // What the compiler makes of a property or a record, and what the collector calls.
    private static bool IsMade(MethodInfo method) => method.Name == "Finalize"
        || (method.IsSpecialName && !method.Name.StartsWith("op_", StringComparison.Ordinal))
        || method.IsDefined(typeof(CompilerGeneratedAttribute));

    private static string Accessor(MethodInfo accessor) =>
        (accessor.IsStatic ? "static " : "") + (accessor.Name.StartsWith("get_", StringComparison.Ordinal) ? "get;"
            : accessor.ReturnParameter.GetRequiredCustomModifiers().Length > 0 ? "init;" : "set;");

    private static string Indices(PropertyInfo property) => property.GetIndexParameters() is { Length: > 0 } parameters
        ? $"[{string.Join(", ", parameters.Select(One))}]"
        : "";

    private static string Arguments(MethodInfo method) =>
        method.IsGenericMethod ? $"<{string.Join(", ", method.GetGenericArguments().Select(Name))}>" : "";

    private static string Parameters(MethodBase method) => string.Join(", ", method.GetParameters().Select(One));

    private static string One(ParameterInfo parameter)
    {
        string way = parameter.IsOut ? "out " : parameter.ParameterType.IsByRef ? parameter.IsIn ? "in " : "ref " : "";
        string value = parameter.HasDefaultValue ? $" = {parameter.DefaultValue ?? "default"}" : "";
        return $"{way}{Name(parameter.ParameterType).TrimEnd('&')} {parameter.Name}{value}";
    }

    private static string Name(Type type)
    {
        if (type.IsArray || type.IsByRef)
        {
            return Name(type.GetElementType()!) + (type.IsArray ? "[]" : "&");
        }

        string arguments = type.IsGenericType && !type.IsGenericParameter
            ? $"<{string.Join(", ", type.GetGenericArguments().Select(Name))}>"
            : "";
        string own = type.Name.Split('`')[0] + arguments;
        return type is { IsNested: true, IsGenericParameter: false }
            ? $"{type.DeclaringType!.Name.Split('`')[0]}.{own}"
            : own;
    }
}
