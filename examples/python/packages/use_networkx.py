# packages: networkx==3.2.1
# Shortest paths, components, centrality and a flow on a grid and a random graph.
import sys
import time
import networkx as nx


def main():
    grid = nx.grid_2d_graph(20, 20)
    for i, (a, b) in enumerate(grid.edges):
        grid[a][b]["weight"] = i * 7919 % 13 + 1
        grid[a][b]["capacity"] = i * 31 % 7 + 1
    out = [nx.shortest_path_length(grid, (0, 0), (19, 19), weight="weight")]
    out.append(sum(d["weight"] for _, _, d in nx.minimum_spanning_edges(grid, data=True)))
    out.append(nx.maximum_flow_value(grid, (0, 0), (19, 19)))
    g = nx.Graph((i, i * 7919 % 307) for i in range(600))
    out.append(sorted(map(len, nx.connected_components(g)))[-3:])
    rank = nx.betweenness_centrality(g, k=None) if len(g) < 100 else nx.closeness_centrality(g)
    out.append([n for n, _ in sorted(rank.items(), key=lambda kv: (-round(kv[1], 9), kv[0]))[:5]])
    return repr(out)

times = int(sys.argv[1]) if len(sys.argv) > 1 else 1
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    for _ in range(times):
        result = main()
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
